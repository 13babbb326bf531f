import { z } from 'zod'
import { instant } from '../fields.ts'

/** Files that the lender issues: contracts as they were shown and as they were signed, and sealed letters. */
const KINDS = ['signed_contract', 'unsigned_contract', 'no_debt_letter', 'interest_certificate'] as const
export type IssuedFileKind = (typeof KINDS)[number]

/**
 * `not_sealed`: a contract as it was shown, without signature and seal. `replaced`: another file took its place. `void`:
 * a letter that no longer counts.
 */
const STATES = ['valid', 'not_sealed', 'replaced', 'void'] as const
export type IssuedFileState = (typeof STATES)[number]

const BAD_HASH = 'La huella del archivo no es válida: deben ser 64 cifras hexadecimales.'

/** Body of `POST /contract/verify`. */
export const fileHash = z.object({
  sha256: z
    .string(BAD_HASH)
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, BAD_HASH),
})

const seal = z.object({
  /** Common names in the sealing certificate. */
  subject: z.string(),
  issuer: z.string(),
  valid_from: instant,
  valid_until: instant,
  /** Null if the seal states no instant. */
  sealed_at: instant.nullable(),
})

const constancia = z.object({
  issued_at: instant,
  issuer: z.string(),
  /**
   * `valid`: its signer leads to a trust anchor. `unchecked`: nobody checked who issued the signer's certificate.
   * `stand_in`: the demo's authority, accredited by nobody.
   */
  state: z.enum(['valid', 'unchecked', 'stand_in']),
})

/** A constancia that fails a check: it proves nothing, so none of its facts is stated. */
const badConstancia = z.object({ state: z.literal('not_valid') })

/** What a file states itself, and nothing else: the folio is masked. */
const issuedFile = z.object({
  found: z.literal(true),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  /** `C-••••23`. */
  folio: z.string(),
  /** When the contract was signed; null for other files. */
  signed_at: instant.nullable(),
  /** When the letter was issued, or the unsigned contract shown; null for a signed contract. */
  issued_at: instant.nullable(),
  /** Null for an unsigned contract. */
  seal: seal.nullable(),
  /** Null if the file has none. */
  constancia: z.union([constancia, badConstancia]).nullable(),
})
export type IssuedFile = z.infer<typeof issuedFile>

/** Answer of `POST /contract/verify`: whether the lender issued the file with this hash. */
export const fileVerification = z.discriminatedUnion('found', [
  z.object({ found: z.literal(false) }),
  issuedFile,
])
export type FileVerification = z.infer<typeof fileVerification>
