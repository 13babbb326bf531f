import { X509Certificate } from 'node:crypto'
import * as pkijs from 'pkijs'
import { bufferOf, oid } from '../../crypto/cms.ts'

/** Longest chain, from the signer's certificate to the anchor. */
const longest = 8
/** Most signatures that are checked: a token's certificates are the sender's choice, and may sign each other. */
const mostSignatures = 200

/** Critical extensions that the check applies; certificate policies restrict nothing by themselves. */
const understood = new Set<string>(['2.5.29.15', '2.5.29.19', oid.extKeyUsage, '2.5.29.32'])
const anyPurpose = '2.5.29.37.0'
/** MD5 and SHA-1 under RSA and ECDSA: a certificate with such a signature could be a forged one. */
const brokenSignatures = new Set(['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'])

interface Link {
  certificate: X509Certificate
  parsed: pkijs.Certificate
}
/** The signer's certificate first, the anchor last. */
type Path = readonly Link[]

const parse = (certificate: X509Certificate): Link => ({
  certificate,
  parsed: pkijs.Certificate.fromBER(bufferOf(certificate.raw)),
})

const isSame = (one: X509Certificate, other: X509Certificate) => one.raw.equals(other.raw)

interface Pool {
  anchors: readonly X509Certificate[]
  others: readonly X509Certificate[]
  signaturesLeft: number
}

function issued(issuer: X509Certificate, certificate: X509Certificate, pool: Pool): boolean {
  if (!certificate.checkIssued(issuer) || pool.signaturesLeft === 0) return false
  pool.signaturesLeft -= 1
  return certificate.verify(issuer.publicKey)
}

/** All paths from the certificate to an anchor in which each certificate signed the one before it. */
function* pathsFrom(
  chain: readonly X509Certificate[],
  pool: Pool,
): Generator<readonly X509Certificate[], void> {
  const [last] = chain.slice(-1)
  if (last === undefined || chain.length > longest) return
  if (pool.anchors.some((anchor) => isSame(anchor, last))) yield chain
  const isNew = (one: X509Certificate) => !chain.some((earlier) => isSame(earlier, one))
  for (const anchor of pool.anchors) if (isNew(anchor) && issued(anchor, last, pool)) yield [...chain, anchor]
  for (const other of pool.others)
    if (isNew(other) && issued(other, last, pool)) yield* pathsFrom([...chain, other], pool)
}

const extensionOf = ({ parsed }: Link, id: string) =>
  (parsed.extensions ?? []).find(({ extnID }) => extnID === id)

/** How many certificates of issuers may stand below this one; undefined: any number. */
function lengthLimit(link: Link): number | undefined {
  const rule = extensionOf(link, '2.5.29.19')?.parsedValue
  const limit = rule instanceof pkijs.BasicConstraints ? rule.pathLenConstraint : undefined
  return limit === undefined ? undefined : Number(limit)
}

function maySignForStamps(link: Link): boolean {
  const usage = extensionOf(link, oid.extKeyUsage)?.parsedValue
  if (!(usage instanceof pkijs.ExtKeyUsage)) return true
  return usage.keyPurposes.some((purpose) => purpose === oid.timeStamping || purpose === anyPurpose)
}

const inForce = ({ certificate }: Link, at: Date) =>
  at >= certificate.validFromDate && at <= certificate.validToDate

const isSelfIssued = ({ certificate }: Link) => certificate.subject === certificate.issuer

/** Why a certificate of the path does not count; null if it does. `below` are the issuers between it and the signer. */
function problemOfIssuer(link: Link, below: Path): string | null {
  if (!link.certificate.ca) return 'A certificate of the chain may not issue others'
  const limit = lengthLimit(link)
  if (limit !== undefined && below.filter((one) => !isSelfIssued(one)).length > limit)
    return 'A certificate of the chain has more issuers below it than it allows'
  return maySignForStamps(link) ? null : 'A certificate of the chain is for another purpose'
}

function problemOf(path: Path, at: Date): string | null {
  if (!path.every((link) => inForce(link, at)))
    return 'A certificate of the chain was not in force at the time stamped'
  // The anchor's own signature is not relied on: it is trusted because it was configured.
  if (path.slice(0, -1).some(({ parsed }) => brokenSignatures.has(parsed.signatureAlgorithm.algorithmId)))
    return 'A certificate of the chain has a signature with a broken hash'
  const unknown = path.some(({ parsed }) =>
    (parsed.extensions ?? []).some(({ critical, extnID }) => critical && !understood.has(extnID)),
  )
  if (unknown) return 'A certificate of the chain has a critical rule that is not understood'
  const problems = path.slice(1).map((link, index) => problemOfIssuer(link, path.slice(1, index + 1)))
  return problems.find((problem) => problem !== null) ?? null
}

interface Chain {
  /** DER of the certificate that signed, and of the other certificates of the token. */
  signer: Uint8Array
  others: readonly Uint8Array[]
  anchors: readonly X509Certificate[]
  /** The time stamped: every certificate must have been in force then. */
  at: Date
}

/**
 * Why a signer's certificate does not lead to a trust anchor (RFC 5280 §6, without revocation, name constraints and
 * policies); null if it does. The anchor may be the signer's own certificate. A critical extension that is not
 * understood counts as a problem.
 */
export function chainProblem({ signer, others, anchors, at }: Chain): string | null {
  const certificates = others.slice(0, longest).map((der) => new X509Certificate(der))
  const pool = { anchors, others: certificates, signaturesLeft: mostSignatures }
  let first: string | null = null
  for (const path of pathsFrom([new X509Certificate(signer)], pool)) {
    const problem = problemOf(path.map(parse), at)
    if (problem === null) return null
    first ??= problem
  }
  return first ?? 'The certificate does not lead to a trust anchor'
}
