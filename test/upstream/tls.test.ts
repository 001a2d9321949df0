import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type TlsOptions } from "node:tls";
import { firstValueFrom, of } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { SourceError } from "../../src/errors.ts";
import { createGuard } from "../../src/upstream/guard.ts";
import { certificateOf, createTls } from "../../src/upstream/tls.ts";
import type { TlsReport } from "../../src/upstream/types.ts";

const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
const guard = createGuard(config, (host) => of(host === "inner.test" ? ["10.0.0.1"] : ["127.0.0.1"]));

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tls-"));
  const ca = ["[ca]", "default_ca=d", "[d]", "database=index.txt", "new_certs_dir=.", "default_md=sha256", "policy=p"];
  const rest = ["serial=serial", "unique_subject=no", "copy_extensions=copy", "[p]", "commonName=supplied"];
  writeFileSync(join(folder, "ca.cnf"), [...ca, ...rest].join("\n"));
  writeFileSync(join(folder, "index.txt"), "");
});
afterAll(() => rmSync(folder, { recursive: true }));

const openssl = (...options: string[]): unknown => execFileSync("openssl", options, { cwd: folder, stdio: "pipe" });

/** A certificate for secure.test and 127.0.0.1 with the dates given (YYYYMMDD), signed by `issuer` or by itself. */
function certificate(
  name: string,
  from: string,
  to: string,
  issuer = name,
  authority = false,
): Required<Pick<TlsOptions, "key" | "cert">> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", `${name}.key`];
  const names = "subjectAltName=DNS:secure.test,IP:127.0.0.1";
  openssl(
    "req",
    ...key,
    "-out",
    `${name}.csr`,
    "-subj",
    `/CN=${name}`,
    "-addext",
    names,
    ...(authority ? ["-addext", "basicConstraints=critical,CA:TRUE"] : []),
  );
  const signer = issuer === name ? ["-selfsign"] : ["-cert", `${issuer}.crt`];
  const dates = ["-startdate", `${from}000000Z`, "-enddate", `${to}000000Z`];
  const files = ["-in", `${name}.csr`, "-out", `${name}.crt`, "-keyfile", `${issuer}.key`];
  openssl("ca", "-batch", ...signer, "-config", "ca.cnf", "-rand_serial", "-notext", ...files, ...dates);
  return { key: readFileSync(join(folder, `${name}.key`)), cert: readFileSync(join(folder, `${name}.crt`)) };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  return at.port;
}
async function look(options: TlsOptions, host = "secure.test"): Promise<TlsReport> {
  const server = createServer(options, (socket) => socket.on("error", () => socket.destroy()));
  return firstValueFrom(createTls(config, guard)(host, await listen(server)));
}
const failure = (host: string, port: number, deadlineMs?: number): Promise<SourceError> =>
  firstValueFrom(createTls(config, guard, deadlineMs)(host, port)).then(
    () => expect.fail("it answered"),
    (error) => error,
  );

describe("createTls", () => {
  it("reports a self-signed certificate whole", async () => {
    const report = await look({ ...certificate("plain", "20200101", "20990101"), ALPNProtocols: ["h2"] });
    expect(report).toMatchObject({
      host: "secure.test",
      protocol: "TLSv1.3",
      alpn: "h2",
      authorized: false,
      authorizationError: "self-signed",
      ocspStapled: false,
    });
    expect(report.cipher).toMatch(/^TLS_/);
    expect(report.chain).toEqual([
      {
        subject: "CN=plain",
        subjectCN: "plain",
        issuer: "CN=plain",
        issuerCN: "plain",
        subjectAltNames: ["secure.test", "127.0.0.1"],
        validFrom: "2020-01-01T00:00:00.000Z",
        validTo: "2099-01-01T00:00:00.000Z",
        serialNumber: expect.stringMatching(/^[0-9A-F]+$/),
        fingerprint256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        keyType: "ec",
        keyBits: 256,
      },
    ]);
  });

  it("names every problem: expired, not yet valid, another host, an unknown issuer", async () => {
    const old = certificate("old", "20200101", "20200201");
    expect((await look(old)).authorizationError).toBe("expired, self-signed");
    expect((await look(old, "other.test")).authorizationError).toBe("expired, self-signed, wrong-host");
    expect((await look(certificate("early", "20980101", "20990101"))).authorizationError).toBe(
      "not-yet-valid, self-signed",
    );
    const root = certificate("root", "20200101", "20990101", "root", true);
    const leaf = certificate("leaf", "20200101", "20990101", "root");
    expect((await look(leaf)).authorizationError).toBe("incomplete-chain");
    const whole = await look({
      ...leaf,
      cert: Buffer.concat([Buffer.from(String(leaf.cert)), Buffer.from(String(root.cert))]),
    });
    expect(whole.authorizationError).toBe("untrusted-root");
    expect(whole.chain.map(({ subjectCN }) => subjectCN)).toEqual(["leaf", "root"]);
  });

  it("says that a certificate cannot be read, its own or its issuer's", async () => {
    const root = certificate("odd-root", "20200101", "20490101", "odd-root", true);
    const leaf = certificate("odd-leaf", "20200101", "20490101", "odd-root");
    const undated = (cert: TlsOptions["cert"]): string => {
      const der = Buffer.from(new X509Certificate(String(cert)).raw);
      der.write("no date at al", der.indexOf("490101000000Z"));
      return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
    };
    for (const cert of [undated(leaf.cert), `${leaf.cert}${undated(root.cert)}`]) {
      const server = createServer({ key: leaf.key, cert }, (socket) => socket.on("error", () => socket.destroy()));
      expect((await failure("secure.test", await listen(server))).kind).toBe("changed");
    }
  });

  it("judges an address by the certificate's addresses", async () => {
    const report = await look(certificate("address", "20200101", "20990101"), "127.0.0.1");
    expect(report.authorizationError).toBe("self-signed");
  });

  it("is refused by the guard, in name and address", async () => {
    expect((await failure("inner.test", 443)).kind).toBe("forbidden-target");
    expect((await failure("169.254.169.254", 443)).kind).toBe("forbidden-target");
  });

  it("fails in words where no TLS is spoken, nobody listens or nothing comes", async () => {
    const plain = await listen(createTcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const noTls = await failure("secure.test", plain);
    expect(noTls.kind).toBe("unreachable");
    expect(noTls.message).toContain("no TLS");
    const gone = await listen(createTcpServer());
    await new Promise((closed) => servers.splice(0).at(-1)?.close(closed));
    expect((await failure("secure.test", gone)).kind).toBe("unreachable");
    const silent = await listen(createTcpServer((socket) => socket.on("error", () => socket.destroy())));
    expect((await failure("secure.test", silent, 50)).kind).toBe("timeout");
  });

  it("closes the socket when unsubscribed", async () => {
    const closed = new Promise<void>((done) => {
      const server = createTcpServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => looking?.unsubscribe());
        socket.once("close", () => done());
      });
      void listen(server).then((port) => {
        looking = createTls(config, guard)("secure.test", port).subscribe();
      });
    });
    let looking: { unsubscribe(): void } | undefined;
    await closed;
  });
});

const RECORDED = join(
  import.meta.dirname,
  "../../../shared/recordings/domain/tls_certificate/chain-google.com.body.pem",
);
describe.skipIf(!existsSync(RECORDED))("certificateOf, on the recorded chain", () => {
  it("reads the leaf", () => {
    expect(certificateOf(new X509Certificate(readFileSync(RECORDED)))).toMatchObject({
      subjectCN: "*.google.com",
      issuerCN: "GTS CA 1C3",
      serialNumber: "9BD38B8CA681AB151096F2CF1FC71615",
      validFrom: "2024-03-04T06:35:50.000Z",
      validTo: "2024-05-27T06:35:49.000Z",
    });
  });
});
