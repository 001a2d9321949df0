import type { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type TLSSocket } from "node:tls";
import { defer, mergeMap, Observable, of, throwError, timeout } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type Guard, lookupThrough } from "./guard.ts";
import type { TlsCertificate, TlsReport, Upstream } from "./types.ts";

const DEADLINE_MS = 10_000;
/** A chain of a host is two to four long; what is longer is an attack or a loop. */
const MAX_CHAIN = 10;

/** OpenSSL's verification results (X509_V_ERR_*, as Node names them) by what they mean to a visitor. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not-yet-valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "untrusted-root",
  UNABLE_TO_GET_ISSUER_CERT: "incomplete-chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "incomplete-chain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incomplete-chain",
  CERT_SIGNATURE_FAILURE: "bad-signature",
  CERT_REVOKED: "revoked",
  CERT_UNTRUSTED: "untrusted-root",
  CERT_REJECTED: "rejected",
};

/**
 * Shakes hands with a host (SNI, ALPN h2 and http/1.1) whatever its certificate, and reports it. `authorizationError`
 * names every problem a visitor would meet, joined by `, `: `expired`, `not-yet-valid`, `self-signed`, `untrusted-root`,
 * `incomplete-chain`, `wrong-host`, `revoked`, `no-certificate` (then the chain is empty), … or OpenSSL's own word in lower case. Nothing is sent over the
 * connection; unsubscribing closes it.
 *
 * Errors: `forbidden-target` from the guard, `unreachable` (refused, no such name, no TLS on that port), `changed` for a
 * certificate that cannot be read, `timeout` after 10 s.
 */
export function createTls(_config: Partial<Config>, guard: Guard, deadlineMs = DEADLINE_MS): Upstream["tls"] {
  return (host, port) =>
    defer(() => guard.resolve(host)).pipe(
      mergeMap((addresses) => handshake(host, port, addresses)),
      timeout({
        first: deadlineMs,
        with: () =>
          throwError(() => new SourceError("timeout", `${host}:${port} did not finish the TLS handshake in time.`)),
      }),
    );
}

function handshake(host: string, port: number, addresses: readonly string[]): Observable<TlsReport> {
  return new Observable((report) => {
    let ocspStapled = false;
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      lookup: lookupThrough(() => of(addresses)),
      ALPNProtocols: ["h2", "http/1.1"],
      rejectUnauthorized: false,
      requestOCSP: true,
      // Old hosts are to be reported, not refused: nothing but the certificate is read.
      minVersion: "TLSv1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    socket.on("OCSPResponse", (response: Buffer | null) => {
      ocspStapled = Boolean(response?.length);
    });
    socket.on("secureConnect", () => {
      try {
        report.next(reportOf(host, port, socket, ocspStapled));
        report.complete();
      } catch (cause) {
        // Keys of unknown kinds and dates that are none: the handshake does not mind them.
        const unread = `${host}:${port} showed a certificate that cannot be read.`;
        report.error(new SourceError("changed", unread, { cause }));
      }
    });
    socket.on("error", (cause: NodeJS.ErrnoException) =>
      report.error(new SourceError("unreachable", `${host}:${port}: ${reasonOf(cause)}.`, { cause })),
    );
    socket.on("close", () =>
      report.error(new SourceError("unreachable", `${host}:${port} closed the connection during the TLS handshake.`)),
    );
    return () => socket.destroy();
  });
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  const code = cause.code ?? "";
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (code === "ECONNRESET") return "the connection was reset during the TLS handshake";
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code)) return "no TLS is spoken on that port";
  if (/HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) return "no common TLS version or cipher";
  return code || cause.message;
}

function reportOf(host: string, port: number, socket: TLSSocket, ocspStapled: boolean): TlsReport {
  const leaf = socket.getPeerX509Certificate();
  const problems = leaf ? problemsOf(host, socket, leaf) : ["no-certificate"];
  return {
    host,
    port,
    chain: leaf ? chainOf(leaf).map(certificateOf) : [],
    protocol: socket.getProtocol() ?? "unknown",
    cipher: socket.getCipher().standardName,
    ...(socket.alpnProtocol && { alpn: socket.alpnProtocol }),
    authorized: problems.length === 0,
    ...(problems.length > 0 && { authorizationError: problems.join(", ") }),
    ocspStapled,
  };
}

/** OpenSSL stops at one problem; the dates and the name are looked at by themselves, so that none hides another. */
function problemsOf(host: string, socket: TLSSocket, leaf: X509Certificate): string[] {
  const now = Date.now();
  const problems = new Set<string>();
  if (momentOf(leaf.validTo).getTime() < now) problems.add("expired");
  if (momentOf(leaf.validFrom).getTime() > now) problems.add("not-yet-valid");
  const said = socket.authorizationError ? String(codeOf(socket.authorizationError)) : undefined;
  const misnamed = checkServerIdentity(host, leaf.toLegacyObject()) !== undefined;
  if (said && said !== "ERR_TLS_CERT_ALTNAME_INVALID") problems.add(PROBLEMS[said] ?? said.toLowerCase());
  if (leaf.checkIssued(leaf)) problems.add("self-signed");
  if (misnamed) problems.add("wrong-host");
  return [...problems];
}

/** Node types the property as an Error, but sets it to the error's code where it has one. */
function codeOf(error: Error | string): string {
  return typeof error === "string" ? error : "code" in error ? String(error.code) : error.message;
}

function chainOf(leaf: X509Certificate): X509Certificate[] {
  const chain = [leaf];
  const seen = new Set([leaf.fingerprint256]);
  for (let issuer = leaf.issuerCertificate; issuer && chain.length < MAX_CHAIN; issuer = issuer.issuerCertificate) {
    if (seen.has(issuer.fingerprint256)) break;
    seen.add(issuer.fingerprint256);
    chain.push(issuer);
  }
  return chain;
}

/** A certificate's fields. Subject and issuer are in one line, `CN=…, O=…`; alternative names are host names and addresses. */
export function certificateOf(certificate: X509Certificate): TlsCertificate {
  const key = certificate.publicKey;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? CURVE_BITS[key.asymmetricKeyDetails?.namedCurve ?? ""];
  return {
    subject: oneLine(certificate.subject),
    subjectCN: commonName(certificate.subject),
    issuer: oneLine(certificate.issuer),
    issuerCN: commonName(certificate.issuer),
    subjectAltNames: alternativeNames(certificate.subjectAltName),
    validFrom: momentOf(certificate.validFrom).toISOString(),
    validTo: momentOf(certificate.validTo).toISOString(),
    serialNumber: certificate.serialNumber,
    fingerprint256: certificate.fingerprint256,
    keyType: key.asymmetricKeyType,
    keyBits: bits,
  };
}

/**
 * The date of a text such as `Jan  1 00:00:00 2049 GMT`; an invalid one where OpenSSL wrote "Bad time value". (Node's
 * `validToDate` is arbitrary then: it reads a structure that OpenSSL left unset.)
 */
const momentOf = (written: string): Date => new Date(written);

/** Sizes of the curves that certificates use (RFC 8422, RFC 8410), by OpenSSL's names. */
const CURVE_BITS: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

const oneLine = (name: string | undefined): string => (name ?? "").split("\n").join(", ");

const commonName = (name: string | undefined): string | undefined =>
  (name ?? "")
    .split("\n")
    .find((part) => part.startsWith("CN="))
    ?.slice(3);

/** Node writes `DNS:example.com, IP Address:192.0.2.1`, with a JSON string where a value holds a comma. */
function alternativeNames(written: string | undefined): string[] {
  const found = (written ?? "").matchAll(/(?:^|, )(DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g);
  return [...found].flatMap(([, , value]) => (value && !value.startsWith('"') ? value : []));
}
