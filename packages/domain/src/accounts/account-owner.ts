import { isCurpFormat } from '../mexico/curp.ts'
import { isGenericRfc } from '../mexico/rfc.ts'
import { compareNames, type NameComparison, type RegisteredName } from './compare-names.ts'
import type { IdentityResult, OwnerResult } from './verification-rules.ts'

/** Smallest scores of a name that matches, and of one that staff must look at. */
const MATCH_SCORE = 0.8
const DOUBTFUL_SCORE = 0.5

/** The worker who registered the account. */
interface AccountHolder extends RegisteredName {
  rfc: string | null
  curp: string | null
}

/** The holder of the account as STP reports it after a settled transfer (`nombreCep`, `rfcCep`). */
interface ReportedHolder {
  name: string | null
  rfc: string | null
}

/** Result of the comparison with its evidence. `score` is the name's, 0 to 1. */
interface OwnerComparison extends NameComparison {
  result: OwnerResult
  identity: IdentityResult
}

/** A tax id with its homoclave: 3 (company) or 4 (person) letters, 6 digits and 3 characters. */
const rfcShape = /^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$/

const plainId = (text: string | null) => (text ?? '').toUpperCase().replace(/[\s.-]/g, '')

/** Compares two ids if each is usable, null otherwise. Ñ is written N by systems without it. */
function compareIds(registered: string, reported: string, isUsable: (id: string) => boolean): boolean | null {
  if (!isUsable(registered) || !isUsable(reported)) return null
  return registered.replaceAll('Ñ', 'N') === reported.replaceAll('Ñ', 'N')
}

const isRfc = (id: string) => rfcShape.test(id) && !isGenericRfc(id)

/**
 * Compares the RFCs, homoclave included. Some banks report the CURP in its place, which is compared with the worker's.
 * `ND`, an empty text, an RFC without homoclave and the generic RFCs are no identity.
 */
export function compareIdentity(
  holder: Pick<AccountHolder, 'rfc' | 'curp'>,
  reported: string | null,
): IdentityResult {
  const id = plainId(reported)
  const is_same =
    compareIds(plainId(holder.rfc), id, isRfc) ?? compareIds(plainId(holder.curp), id, isCurpFormat)
  if (is_same === null) return 'none'
  return is_same ? 'equal' : 'different'
}

function resultOf(score: number, identity: IdentityResult, has_name: boolean): OwnerResult {
  if (identity === 'different') return 'mismatch'
  if (!has_name) return identity === 'equal' ? 'match' : 'doubtful'
  if (score >= MATCH_SCORE) return 'match'
  if (score >= DOUBTFUL_SCORE) return identity === 'equal' ? 'match' : 'doubtful'
  return identity === 'equal' ? 'doubtful' : 'mismatch'
}

/**
 * Decides whether an account belongs to the worker who registered it. Another RFC is a mismatch whatever the names say;
 * the same RFC makes a doubtful name a match and another name doubtful; without RFCs the name decides. Without any
 * answer of the bank the result is doubtful.
 */
export function compareOwner(holder: AccountHolder, reported: ReportedHolder): OwnerComparison {
  const names = compareNames(holder, reported.name ?? '')
  const identity = compareIdentity(holder, reported.rfc)
  const has_name = names.matched.length + names.only_reported.length > 0
  return { ...names, identity, result: resultOf(names.score, identity, has_name) }
}
