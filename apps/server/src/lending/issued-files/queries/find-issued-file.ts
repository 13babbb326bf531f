import type { IssuedFileKind, IssuedFileState } from '@quincena/domain/issued-files/schema'
import type { Db } from '../../../db/types.ts'
import { findSealedContract, findShownContract } from '../../contracts/queries/contracts.ts'
import { findSealedLetter, type SealedLetter } from '../../letters/queries/letters.ts'

interface Known {
  kind: IssuedFileKind
  state: IssuedFileState
  folio: string
  /** When the contract was signed or shown, or the letter issued. */
  at: string
}

/** A file under the lender's seal. */
export interface SealedFile extends Known {
  is_sealed: true
  storage_key: string | null
  constancia_storage_key: string | null
  constancia_sha256: string | null
  voided_at: string | null
}

/** A file that the lender issued: a signed contract, a letter, or a contract that was shown unsigned. */
export type IssuedFile = SealedFile | (Known & { is_sealed: false })

const kinds = { no_debt: 'no_debt_letter', interest: 'interest_certificate' } as const

function stateOf({ void_reason }: SealedLetter): IssuedFileState {
  if (void_reason === null) return 'valid'
  return void_reason === 'payment_reversed' ? 'void' : 'replaced'
}

async function findContract(db: Db, sha256: string): Promise<SealedFile | undefined> {
  const row = await findSealedContract(db, sha256)
  if (row === undefined) return undefined
  const { accepted_at: at, signed_storage_key: storage_key, ...rest } = row
  const known = { kind: 'signed_contract', state: 'valid', is_sealed: true, voided_at: null } as const
  return { ...known, ...rest, at, storage_key }
}

async function findLetter(db: Db, sha256: string): Promise<SealedFile | undefined> {
  const letter = await findSealedLetter(db, sha256)
  if (letter === undefined) return undefined
  const { kind, created_at: at, void_reason: _, ...rest } = letter
  return { ...rest, at, kind: kinds[kind], state: stateOf(letter), is_sealed: true }
}

/** Finds the file with this SHA-256 (hex) among those that the lender issued; undefined if there is none. */
export async function findIssuedFile(db: Db, sha256: string): Promise<IssuedFile | undefined> {
  const sealed = (await findContract(db, sha256)) ?? (await findLetter(db, sha256))
  if (sealed !== undefined) return sealed
  const shown = await findShownContract(db, sha256)
  if (shown === undefined) return undefined
  const { folio, created_at: at, is_current } = shown
  const state = is_current ? 'not_sealed' : 'replaced'
  return { kind: 'unsigned_contract', state, folio, at, is_sealed: false }
}
