import { firstValueFrom, of } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { createGuard, lookupThrough } from "../../src/upstream/guard.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "half.example": ["93.184.215.14", "10.0.0.7"],
  "nas.local": ["192.168.1.5"],
};
const resolve = (host: string) => of(names[host] ?? []);
const guard = createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, resolve);

function kindOf(run: () => unknown): string {
  try {
    run();
    return "allowed";
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    expect(error.message).toMatch(/^.+\.$/);
    return error.kind;
  }
}

describe("addresses", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:0:10.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001:0:4136:e378:8000:63bf:f5ff:fff8",
    "2001:0:a00:1::f7f7:f7f7",
    "2001:db8::1",
    "2001:10::1",
    "2002:a00:1::1",
    "2002:7f00:1::",
    "2002:c0a8:101::",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:192.168.1.1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "example.com",
    "0x7f.1",
    "",
  ])("%s is refused", (address) => {
    expect(kindOf(() => guard.checkAddress(address))).toBe("forbidden-target");
  });

  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
  ])("%s is public", (address) => {
    expect(kindOf(() => guard.checkAddress(address))).toBe("allowed");
  });
});

describe("URLs", () => {
  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://①②⑦.⓪.⓪.①/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::1]/",
    "http://[fd00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://app.localhost/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://metadata/",
    "http://db.internal/",
    "http://printer.local/",
    "http://router.lan/",
    "http://nas.home.arpa/",
    "http://intranet/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "data:text/html,hi",
    "javascript:alert(1)",
    "http://user:pass@example.com/",
    "http://user@example.com/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:81/",
    "http://example.com:6379/",
    "http://example.com:11211/",
    "http://example.com:5432/",
    "http://example.com:2375/",
    "http://example.com:10250/",
    "https://example.com:6443/",
    "http://example.com:11434/",
  ])("%s is refused", (url) => {
    expect(kindOf(() => guard.checkUrl(url))).toBe("forbidden-target");
  });

  test.each(["example.com", "//example.com", "http://", "http://1.2.3.256/", "not a url", ""])(
    "%j is no URL",
    (url) => {
      expect(kindOf(() => guard.checkUrl(url))).toBe("bad-query");
    },
  );

  test.each([
    "http://example.com/",
    "https://example.com/a?b#c",
    "http://example.com:8080/",
    "https://example.com:8443/",
    "http://example.com:3000/",
    "http://localhost.example.com/",
    "http://8.8.8.8/",
    "http://[2606:4700::1111]/",
  ])("%s is allowed, and handed back", (url) => {
    expect(guard.checkUrl(url).href).toBe(url);
  });
});

describe("reasons", () => {
  test.each([
    ["ftp://example.com/", "ftp: may not be reached: only http and https addresses are fetched."],
    ["http://user:pass@example.com/", "example.com may not be reached: its URL carries credentials."],
    ["http://:pass@example.com/", "example.com may not be reached: its URL carries credentials."],
    ["http://example.com:22/", "example.com:22 may not be reached: no web pages are served on that port."],
    ["https://example.com:6443/", "example.com:6443 may not be reached: no web pages are served on that port."],
    ["http://localhost/", "localhost may not be reached: it is this machine itself."],
    ["http://db.internal/", "db.internal may not be reached: it is a name of the inner network."],
    ["http://metadata.goog/", "metadata.goog may not be reached: it is a cloud's metadata service."],
    ["no url", '"no url" is not an absolute URL.'],
    [`no ${"u".repeat(300)}`, `"no ${"u".repeat(197)}" is not an absolute URL.`],
  ])("%s: %s", (url, why) => {
    expect(() => guard.checkUrl(url)).toThrow(expect.objectContaining({ message: why }));
  });

  test("an address is refused as what it is, and what is none as none", () => {
    expect(() => guard.checkAddress("127.0.0.1")).toThrow(/^127\.0\.0\.1 may not be reached: .*\w\.$/);
    expect(() => guard.checkAddress("example.com")).toThrow("example.com may not be reached: it is no IP address.");
    expect(() => guard.checkHost("[::1]")).toThrow(/^::1 may not be reached/);
    expect(kindOf(() => guard.checkHost("[2606:4700::1111]"))).toBe("allowed");
  });
});

describe("names that are nobody's in public", () => {
  const opened = () => createGuard({ ALLOW_PRIVATE_NETWORKS: ["10.0.0.0/8"] }, () => of(["10.0.0.1"]));
  const metadata = [
    "metadata",
    "metadata.google.internal",
    "metadata.goog",
    "metadata.azure.com",
    "metadata.azure.internal",
    "metadata.platformequinix.com",
    "metadata.packet.net",
    "metadata.tencentyun.com",
    "instance-data",
    "instance-data.ec2.internal",
  ];

  test.each(metadata)("%s is a cloud's, wherever private networks are allowed", (name) => {
    for (const each of [guard, opened()])
      expect(() => each.checkHost(name)).toThrow(`${name} may not be reached: it is a cloud's metadata service.`);
  });

  test.each(["local", "internal", "localdomain", "lan", "intranet", "corp", "home", "private", "home.arpa"])(
    "%s and what is below it are the inner network's, unless that is let in",
    (suffix) => {
      for (const name of [suffix, `nas.${suffix}`, `NAS.${suffix}.`]) {
        expect(kindOf(() => guard.checkHost(name))).toBe("forbidden-target");
        expect(kindOf(() => opened().checkHost(name))).toBe("allowed");
      }
      for (const name of [`nas${suffix}`, `${suffix}.example`])
        expect(kindOf(() => guard.checkHost(name))).toBe("allowed");
    },
  );

  test("this machine is refused where only other networks are let in", () => {
    for (const name of ["localhost", "app.localhost"])
      expect(() => opened().checkHost(name)).toThrow("it is this machine itself");
    expect(kindOf(() => opened().checkHost("notlocalhost"))).toBe("allowed");
  });
});

describe("names", () => {
  test("a name is allowed with all its addresses", async () => {
    expect(await firstValueFrom(guard.resolve("Example.com."))).toEqual(names["example.com"]);
  });

  test("one private address among public ones refuses the name", async () => {
    await expect(firstValueFrom(guard.resolve("half.example"))).rejects.toMatchObject({ kind: "forbidden-target" });
  });

  test("a name without addresses is unreachable", async () => {
    await expect(firstValueFrom(guard.resolve("Nothing.example."))).rejects.toMatchObject({
      kind: "unreachable",
      message: "nothing.example has no address.",
    });
  });

  test("an address is its own, and nobody is asked for it", async () => {
    const none = createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, () => of([]));
    expect(await firstValueFrom(none.resolve("[2606:4700::1111]"))).toEqual(["2606:4700::1111"]);
  });

  test("special names are refused without being asked for", async () => {
    const asked: string[] = [];
    const asking = createGuard({ ALLOW_PRIVATE_NETWORKS: [] }, (host) => {
      asked.push(host);
      return of(["8.8.8.8"]);
    });
    await expect(firstValueFrom(asking.resolve("localhost"))).rejects.toMatchObject({ kind: "forbidden-target" });
    expect(asked).toEqual([]);
  });

  test("the lookup of a socket hands out checked addresses of the family asked for", async () => {
    const lookup = lookupThrough(guard.resolve);
    const all = await new Promise((done) => {
      lookup("example.com", { all: true }, (error, addresses) => done(error ?? addresses));
    });
    expect(all).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", family: 6 },
    ]);
    const six = await new Promise((done) => {
      lookup("example.com", { family: 6 }, (error, address, family) => done(error ?? [address, family]));
    });
    expect(six).toEqual(["2606:2800:21f:cb07:6820:80da:af6b:8b2c", 6]);
    for (const [family, found] of [
      ["IPv4", ["93.184.215.14", 4]],
      ["IPv6", six],
      [4, ["93.184.215.14", 4]],
      [undefined, ["93.184.215.14", 4]],
    ] as const)
      expect(
        await new Promise((done) => {
          lookup("example.com", { family }, (error, address, its) => done(error ?? [address, its]));
        }),
      ).toEqual(found);
    const lacking = await new Promise((done) => {
      lookup("8.8.8.8", { family: 6 }, (error, address) => done([error, address]));
    });
    expect(lacking).toEqual([
      expect.objectContaining({ kind: "unreachable", message: "8.8.8.8 has no address of family IPv6." }),
      "",
    ]);
    const refused = await new Promise((done) => {
      lookup("half.example", { all: true }, (error) => done(error));
    });
    expect(refused).toMatchObject({ kind: "forbidden-target" });
  });
});

describe("ALLOW_PRIVATE_NETWORKS", () => {
  const lenient = () => createGuard({ ALLOW_PRIVATE_NETWORKS: ["127.0.0.0/8", "192.168.1.5", "fd00::/8"] }, resolve);

  test.each(["127.0.0.1", "::ffff:127.0.0.1", "192.168.1.5", "fd00::1"])("%s is let in", (address) => {
    expect(kindOf(() => lenient().checkAddress(address))).toBe("allowed");
  });

  test.each(["10.0.0.1", "192.168.1.6", "fc00::1", "169.254.169.254"])("%s is not", (address) => {
    expect(kindOf(() => lenient().checkAddress(address))).toBe("forbidden-target");
  });

  test("names of allowed addresses are let in, those of metadata services never", async () => {
    expect(lenient().checkUrl("http://localhost:8080/").hostname).toBe("localhost");
    expect(await firstValueFrom(lenient().resolve("nas.local"))).toEqual(["192.168.1.5"]);
    expect(kindOf(() => lenient().checkUrl("http://metadata.google.internal/"))).toBe("forbidden-target");
  });

  test("what is no CIDR is named at once", () => {
    expect(() => createGuard({ ALLOW_PRIVATE_NETWORKS: ["10.0.0/8x"] }, resolve)).toThrow(
      'ALLOW_PRIVATE_NETWORKS: "10.0.0/8x" is not a CIDR such as 10.0.0.0/8',
    );
  });

  test("a single address, of either family, lets in itself alone", () => {
    const single = createGuard({ ALLOW_PRIVATE_NETWORKS: ["10.0.0.1", "fd00::1"] }, resolve);
    for (const address of ["10.0.0.1", "fd00::1"]) expect(kindOf(() => single.checkAddress(address))).toBe("allowed");
    for (const address of ["10.0.0.2", "fd00::2"])
      expect(kindOf(() => single.checkAddress(address))).toBe("forbidden-target");
  });
});
