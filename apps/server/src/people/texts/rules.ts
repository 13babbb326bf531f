import { createHash } from 'node:crypto'
import { sampleContract } from '@quincena/domain/contracts/samples'
import { contractValues } from '@quincena/domain/contracts/values'
import type { LegalDocument } from '@quincena/domain/legal/schema'
import { type Lender, tradeNameOf } from '@quincena/domain/lender/schema'
import type { TextValues } from '@quincena/domain/texts/catalogue'
import { checkText, type TextProblem } from '@quincena/domain/texts/check'
import {
  contractTextName,
  publicTextName,
  type TextContent,
  type TextDocumentName,
} from '@quincena/domain/texts/content'
import { canonicalText, fillText, sampleValues } from '@quincena/domain/texts/fill'
import { findPlaceholders } from '@quincena/domain/texts/placeholders'
import { AppError } from '../../command/errors.ts'

const hashOf = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** SHA-256 of a text before its fields are filled; the order of the parts in the database does not matter. */
export const hashText = (content: TextContent): string => hashOf(canonicalText(content))

/** The lender's values of the fields that all documents share, and the conditions that hold for it. */
function lenderValues(lender: Lender): TextValues {
  const { name, address, phone, email, reca } = lender
  return {
    values: { trade_name: tradeNameOf(lender), lender: name, address, phone, email, reca },
    conditions: [reca === '' ? 'reca_missing' : 'reca_registered'],
  }
}

interface Wish {
  /** Replaces the conditions of the lender. */
  conditions?: readonly string[] | undefined
  /** Name of the contract that fills the text of one; it decides all conditions. */
  sample?: string | undefined
}

/** The lender's values over the samples of a document's other fields. */
export function previewValues(
  document: TextDocumentName,
  lender: Lender,
  { conditions, sample }: Wish,
): TextValues {
  const contract = contractTextName.safeParse(document)
  if (contract.success) return contractValues({ ...sampleContract(contract.data, sample), lender })
  const own = lenderValues(lender)
  return {
    values: { ...sampleValues(document).values, ...own.values },
    conditions: conditions ?? own.conditions,
  }
}

interface Version {
  document: TextDocumentName
  version: string
  effective_date: string
  content: TextContent
}

/**
 * A version as people read it, with the lender's data. `sha256` is the hash of its JSON without the `sha256` field; consents
 * keep it.
 */
export function presentVersion(
  lender: Lender,
  { document, version, effective_date, content }: Version,
): LegalDocument {
  const { title, sections } = fillText(document, content, lenderValues(lender))
  const text = { document, version, effective_date, title, sections }
  return { ...text, sha256: hashOf(text) }
}

/**
 * The hash by which a version is named: of a public text that of what people read, with the lender's data; of a contract's text
 * that of the text before its fields are filled, as each contract names it.
 */
export function nameHash(lender: Lender, version: Version & { sha256: string }): string {
  const isPublic = publicTextName.safeParse(version.document).success
  return isPublic ? presentVersion(lender, version).sha256 : version.sha256
}

/** Throws `request.invalid` (422) with these problems of a text, if any, each at its place. */
function refuseProblems(problems: readonly TextProblem[], prefix = ''): void {
  const texts: Record<string, string[]> = {}
  for (const { place, message } of problems) {
    const messages = texts[`${prefix}${place}`] ?? []
    texts[`${prefix}${place}`] = [...messages, message]
  }
  if (Object.keys(texts).length > 0) throw new AppError('request.invalid', 422, { texts })
}

/** Throws `request.invalid` (422) with every problem of a text at its place; `prefix` comes before each place. */
export function refuseFaulty(document: TextDocumentName, content: TextContent, prefix = ''): void {
  refuseProblems(checkText(document, content), prefix)
}

/**
 * Throws `request.invalid` (422) at each place where somebody still has to write, such as «[Texto por transcribir]»: a
 * draft may wait for it, but nobody may read it as a text in force.
 */
export function refuseUnwritten(content: TextContent): void {
  refuseProblems(findPlaceholders(content))
}
