/** Proof of when a file existed unchanged, issued by a third party over its hash (NOM-151-SCFI-2016, RFC 3161). */
export interface Constancia {
  /** The authority's whole answer (TimeStampResp, DER), as `openssl ts -verify -in` takes it. */
  bytes: Uint8Array
  /** The instant that the authority vouches for, ISO 8601 in UTC. */
  issued_at: string
  /** The authority's policy, an OID. */
  policy: string
  /** The authority's number for it, hex. */
  serial: string
  /** Who signed it, by its certificate. */
  issuer: string
  /** SHA-256 of the certificate, hex. */
  fingerprint: string
}

/** A hash in, a constancia out. */
export interface ConstanciaProvider {
  /** Asks for the constancia of a SHA-256 (hex). Throws `ConstanciaError` unless what came is whole and of this hash. */
  issue: (sha256: string) => Promise<Constancia>
}

/** No constancia, or one that may not be kept. Trying again later is safe. */
export class ConstanciaError extends Error {
  override readonly name = 'ConstanciaError'
}
