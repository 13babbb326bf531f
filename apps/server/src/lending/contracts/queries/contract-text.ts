import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf, contractValues } from '@quincena/domain/contracts/values'
import type { TextContent } from '@quincena/domain/texts/content'
import { fillText } from '@quincena/domain/texts/fill'
import type { Db, Trx } from '../../../db/types.ts'
import { findVersion } from '../../../people/texts/queries/versions.ts'

/** The version of the contracts that were made while their text was part of the program. */
const LAST_OF_PROGRAM = '2.2'

/**
 * The text that a contract was made from, whatever is in force now. Throws an `Error` if there is no such version, or if it is
 * not the text whose hash the contract names.
 */
export async function getContractText(db: Db | Trx, { loan, texts }: ContractPayload): Promise<TextContent> {
  const document = contractTextNameOf(loan.type)
  const named = texts.find((text) => text.document === document)
  const version = named?.version ?? LAST_OF_PROGRAM
  const text = await findVersion(db, { document, version })
  if (text === undefined || (named?.sha256 ?? text.sha256) !== text.sha256)
    throw new Error(`The text ${document} ${version} of contract ${loan.folio} is missing or another one`)
  return text.content
}

/** The title of a contract in its own text. */
export async function getContractTitle(db: Db | Trx, payload: ContractPayload): Promise<string> {
  const text = await getContractText(db, payload)
  return fillText(contractTextNameOf(payload.loan.type), text, contractValues(payload)).title
}
