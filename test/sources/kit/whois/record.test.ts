import { describe, expect, it } from "vitest";
import { whoisDate } from "../../../../src/sources/kit/whois/dates.ts";
import { whoisRecord, withoutMail } from "../../../../src/sources/kit/whois/record.ts";
import { refusalIn, saysFree } from "../../../../src/sources/kit/whois/verdict.ts";
import { processorMs } from "../../../support/processor-time.ts";

const lines = (...text: string[]): string => text.join("\r\n");

describe("whoisRecord, layout by layout", () => {
  it("reads .pl: values below their key, flat headings, dotted dates", () => {
    const text = lines(
      ...["DOMAIN NAME:           przyklad.pl", "registrant type:       organization"],
      ...["nameservers:           ns1.dns.example. [192.0.2.1]", "                       ns2.dns.example."],
      ...["created:               2002.09.19 13:00:00", "last modified:         2021.08.17 10:00:00"],
      ...["renewal date:          2027.09.18 14:00:00", "", "dnssec:                Unsigned", ""],
      ...["REGISTRAR:", "Rejestrator Sp. z o.o.", "ul. Prosta 1", "+48.221234567", "biuro@rejestrator.example", ""],
      "WHOIS database responses: https://dns.pl/en/whois",
    );
    expect(whoisRecord("przyklad.pl", text, "whois.dns.pl")).toMatchObject({
      registrar: "Rejestrator Sp. z o.o.",
      nameservers: ["ns1.dns.example", "ns2.dns.example"],
      created: "2002-09-19T13:00:00.000Z",
      expires: "2027-09-18T14:00:00.000Z",
      dnssec: false,
    });
  });

  it("reads .pl: a registrar whose heading follows at once and whose lines hold a dash, servers with IPv6 addresses", () => {
    const text = lines(
      ...["DOMAIN NAME:           przyklad.pl", "nameservers:           ns1.dns.example. [192.0.2.1]"],
      ...[
        "                       ns2.dns.example. [2001:db8::2][192.0.2.2]",
        "                       ns3.dns.example.",
      ],
      ...["created:               2002.09.19 13:00:00", "dnssec:                Unsigned", "REGISTRAR:"],
      ...["Rejestrator Sp. z o.o.", "ul. Prosta 1", "-", "+48.221234567"],
    );
    expect(whoisRecord("przyklad.pl", text, "whois.dns.pl")).toMatchObject({
      registrar: "Rejestrator Sp. z o.o.",
      nameservers: ["ns1.dns.example", "ns2.dns.example", "ns3.dns.example"],
    });
  });

  it("reads .kr: the secondary name servers with the primary one", () => {
    const text = lines(
      ...["Domain Name                 : example.kr", "Registrant                  : Yeje Co.", ""],
      ...["Primary Name Server", "   Host Name                : ns1.dns.example", ""],
      ...["Secondary Name Server", "   Host Name                : ns2.dns.example"],
      ...["   Host Name                : ns3.dns.example"],
    );
    expect(whoisRecord("example.kr", text, "whois.kr")).toMatchObject({
      nameservers: ["ns1.dns.example", "ns2.dns.example", "ns3.dns.example"],
    });
  });

  it("reads .il: a history of changes, and the holder as the description", () => {
    const text = lines(
      ...[
        "domain:       example.co.il",
        "",
        "descr:        Dugma Ltd",
        "descr:        1 Herzl st.",
        "phone:        +972 3 1",
      ],
      ...["admin-c:      XX-XX1-IL", "nserver:      ns1.dns.example", "validity:     05-06-2026"],
      ...["changed:      domain-registrar AT isoc.org.il 19990605 (Assigned)"],
      ...["changed:      domain-registrar AT isoc.org.il 20020618 (Changed)"],
      ...["changed:      domain-registrar AT isoc.org.il 20200602 (Changed)", "", "person:       Some One"],
      ...["nic-hdl:      XX-XX1-IL", "changed:      domain-registrar AT isoc.org.il 20210101 (Changed)", ""],
      ...["registrar name: Rasham Ltd", "registrar info: https://www.rasham.example"],
    );
    expect(whoisRecord("example.co.il", text, "whois.isoc.org.il")).toMatchObject({
      registrant: "Dugma Ltd",
      registrar: "Rasham Ltd",
      created: "1999-06-05",
      updated: "2020-06-02",
    });
  });

  it("reads .sg: a holder some lines below its heading, without the registry's handle", () => {
    const text = lines(
      ...[
        "Registrar:   RAKU PTE LTD",
        "",
        "    Domain Name:\t\tEXAMPLE.SG",
        "    Creation Date:\t\t03-Jan-2005 12:00:00",
      ],
      ...["    Modified Date:\t\t02-Dec-2013 18:25:37", "", "    Registrant:", "", "     ", "", ""],
      ...["        Name:           SHILI PTE LTD (SGNIC-ORG1113988)", "", "    Administrative Contact:", ""],
      ...["        Name:           SOMEBODY (SGNIC-PER20123456)"],
    );
    expect(whoisRecord("example.sg", text, "whois.sgnic.sg")).toMatchObject({
      registrant: "SHILI PTE LTD",
      created: "2005-01-03T12:00:00.000Z",
      updated: "2013-12-02T18:25:37.000Z",
    });
  });

  it("reads .fi: dotted keys under flat headings", () => {
    const text = lines(
      ...["domain.............: esimerkki.fi", "status.............: Registered"],
      ...["created............: 1.6.2004 00:00:00", "expires............: 31.8.2027 00:00:00", "", "Nameservers", ""],
      ...["nserver............: ns1.dns.example [OK]", "dnssec.............: no", "", "Holder", ""],
      ...["name...............: Esimerkki Oy", "country............: Finland", "", "Registrar", ""],
      ...["registrar..........: Rekisteri Oy", "www................: www.rekisteri.example"],
    );
    expect(whoisRecord("esimerkki.fi", text, "whois.fi")).toMatchObject({
      status: ["Registered"],
      created: "2004-06-01T00:00:00.000Z",
      nameservers: ["ns1.dns.example"],
      registrant: "Esimerkki Oy",
      registrantCountry: "Finland",
      registrar: "Rekisteri Oy",
      registrarUrl: "https://www.rekisteri.example",
    });
  });

  it("reads .br: an owner within the domain's object, dates without dashes", () => {
    const text = lines(
      ...[
        "% Copyright (c) Nic.br",
        "",
        "domain:      exemplo.com.br",
        "owner:       Exemplo Ltda",
        "ownerid:     00.000.000/0001-00",
      ],
      ...["country:     BR", "owner-c:     EXE12", "nserver:     a.dns.example", "nsstat:      20260801 AA"],
      ...[
        "created:     19990518 #162310",
        "changed:     20210419",
        "expires:     20270518",
        "status:      published",
        "",
      ],
      ...["nic-hdl-br:  EXE12", "person:      Fulano de Tal", "created:     20010101"],
    );
    expect(whoisRecord("exemplo.com.br", text, "whois.registro.br")).toMatchObject({
      registrant: "Exemplo Ltda",
      registrantCountry: "BR",
      created: "1999-05-18",
      updated: "2021-04-19",
      expires: "2027-05-18",
      status: ["published"],
    });
  });

  it("reads .kr: two languages, the English one below", () => {
    const text = lines(
      ...["# KOREAN(UTF8)", "", "도메인이름                  : example.kr", "등록인                      : 예시", ""],
      ...["# ENGLISH", "", "Domain Name                 : example.kr", "Registrant                  : Example Corp."],
      ...["Registered Date             : 2007. 03. 02.", "Expiration Date             : 2030. 03. 02."],
      ...["Authorized Agency           : Agency, Inc.(http://agency.example)", "", "Primary Name Server"],
      ...[
        "   Host Name                : ns1.dns.example",
        "",
        "Secondary Name Server",
        "   Host Name                : ns2.dns.example",
      ],
    );
    expect(whoisRecord("example.kr", text, "whois.kr")).toMatchObject({
      registrant: "Example Corp.",
      registrar: "Agency, Inc.",
      created: "2007-03-02",
      expires: "2030-03-02",
      nameservers: ["ns1.dns.example", "ns2.dns.example"],
    });
  });

  it("reads .de, .nl and .be", () => {
    const de = lines(
      "Domain: beispiel.de",
      "Nserver: ns1.dns.example",
      "Status: connect",
      "Changed: 2018-03-12T21:44:25+01:00",
    );
    expect(whoisRecord("beispiel.de", de, "s")).toMatchObject({
      status: ["connect"],
      updated: "2018-03-12T20:44:25.000Z",
    });
    const nl = lines(
      ...["Domain name: voorbeeld.nl", "Status:      active", "", "Registrar:", "   Registrar BV", "   Straat 1", ""],
      ...[
        "Creation Date: 1999-05-27",
        "",
        "DNSSEC:      yes",
        "",
        "Domain nameservers:",
        "   ns1.dns.example     192.0.2.1",
      ],
    );
    expect(whoisRecord("voorbeeld.nl", nl, "s")).toMatchObject({
      registrar: "Registrar BV",
      created: "1999-05-27",
      dnssec: true,
      nameservers: ["ns1.dns.example"],
    });
    const be = lines(
      ...["Domain:\tvoorbeeld.be", "Status:\tNOT AVAILABLE", "Registered:\tTue Dec 12 2000", "", "Registrant:"],
      ...[
        "\tNot shown, please visit www.dnsbelgium.be for webbased whois.",
        "",
        "Registrar:",
        "\tName:\t Registrar NV",
      ],
      ...[
        "\tWebsite: http://registrar.example",
        "",
        "Nameservers:",
        "\tns1.dns.example",
        "",
        "Flags:",
        "\tclientTransferProhibited",
      ],
    );
    const read = whoisRecord("voorbeeld.be", be, "s");
    expect(read).toMatchObject({ registrar: "Registrar NV", created: "2000-12-12", available: false });
    expect(read.registrant).toBeUndefined();
  });

  it("leaves hidden fields and e-mail addresses out", () => {
    const text = lines(
      ...["Domain Name: EXAMPLE.ORG", "Registrar: Registrar Inc.", "Registrant Organization: REDACTED FOR PRIVACY"],
      ...["Registrant Country: DE", "Registrar Abuse Contact Email: abuse@registrar.example"],
    );
    const read = whoisRecord("example.org", text, "s");
    expect(read.registrant).toBeUndefined();
    expect(read.registrantCountry).toBe("DE");
    expect(withoutMail(text)).not.toContain("@");
  });

  it("fails with `changed` on what says nothing known, and on nothing", () => {
    for (const text of ["", "Hello there", "% only a comment"])
      expect(() => whoisRecord("a.test", text, "s")).toThrow(expect.objectContaining({ kind: "changed" }));
  });

  it("reads hostile text in linear time", () => {
    const texts = [
      "a".repeat(250_000),
      "a:".repeat(120_000),
      ":\n".repeat(120_000),
      "a@".repeat(120_000),
      " (".repeat(120_000),
    ];
    const begun = processorMs();
    for (const text of texts) expect(() => whoisRecord("a.test", text, "s")).toThrow();
    expect(processorMs() - begun).toBeLessThan(3_000);
  });
});

describe("whoisDate", () => {
  it.each([
    ["2024/10/01 01:00:44 (JST)", "jp", "2024-10-01"],
    ["20110426 17:57:27", "at", "2011-04-26T17:57:27.000Z"],
    ["21.07.2000 15:21:00", "cz", "2000-07-21T15:21:00.000Z"],
    ["11-Jun-2014", "uk", "2014-06-11"],
    ["2001-Aug-23.", "tr", "2001-08-23"],
    ["09/01/2003 00:00:00", "pt", "2003-01-09T00:00:00.000Z"],
    ["02-04-2004", "hk", "2004-04-02"],
    ["Fri Jul 12 15:48:26 UTC 2002", "xx", "2002-07-12T15:48:26.000Z"],
    ["09/01/2003", "xx", undefined],
    ["before Aug-1996", "uk", undefined],
    ["31.02.2004", "fi", undefined],
    ["soon", "xx", undefined],
  ])("%s (.%s) is %s", (written, tld, iso) => {
    expect(whoisDate(written, tld)).toBe(iso);
  });
});

describe("verdicts", () => {
  it.each([
    'No match for "A.COM".',
    "No match!!",
    "%% NOT FOUND",
    "Status: free",
    "a.nl is free",
    "NOT FOUND",
    "% No entries found for the selected source(s).",
    "Domain not found.",
    "No Data Found",
    "The queried object does not exist: no matching objects found",
    "This domain name has not been registered.",
    "Status:\tAVAILABLE",
  ])("%s: free", (text) => expect(saysFree(text)).toBe(true));

  it.each(["Status: NOT AVAILABLE", "Domain: a.test", "See not found in the manual", "LACK OF A DOMAIN RECORD"])(
    "%s: not free",
    (text) => expect(saysFree(text)).toBe(false),
  );

  it("tells too many questions from a refusal", () => {
    expect(refusalIn("WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS", "s")?.kind).toBe("rate-limited");
    expect(refusalIn("Your connection limit exceeded. Please slow down and try again later.", "s")?.kind).toBe(
      "rate-limited",
    );
    expect(refusalIn("Access denied", "s")?.kind).toBe("blocked");
    expect(refusalIn("domain: a.test", "s")).toBeUndefined();
  });
});
