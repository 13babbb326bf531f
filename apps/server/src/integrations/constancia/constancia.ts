/** Proof of when a file existed unchanged, issued by a third party over its hash (NOM-151-SCFI-2016, RFC 3161). */
export interface Constancia {
  /** The authority's whole answer (TimeStampResp, DER); `openssl ts -verify -in` reads it. */
  bytes: Uint8Array
  /** The instant that the authority vouches for, ISO 8601 in UTC. */
  issued_at: string
  /** The authority's policy, an OID. */
  policy: string
  /** The authority's serial number of this constancia, hex. */
  serial: string
  /** Common name in the signing certificate. */
  issuer: string
  /** SHA-256 of the signing certificate, hex. */
  fingerprint: string
  /** Whether the signing certificate was found to lead to a configured trust anchor. */
  chain: 'checked' | 'unchecked'
}

/** Issues a constancia for a hash. */
export interface ConstanciaProvider {
  /**
   * Requests the constancia of a SHA-256 (hex). Throws `ConstanciaError` unless the answer passes `checkConstancia`.
   */
  issue: (sha256: string) => Promise<Constancia>
}

/** The authority gave no constancia, or one that fails the check and must not be stored. A later retry is safe. */
export class ConstanciaError extends Error {
  override readonly name = 'ConstanciaError'
}
