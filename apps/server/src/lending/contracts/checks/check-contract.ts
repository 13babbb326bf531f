import { readFile } from 'node:fs/promises'
import { loanType } from '@quincena/domain/loans/schema'
import { z } from 'zod'
import type { ReadPdf } from '../../../pdf/read-pages.ts'

const element = z.strictObject({
  id: z.string(),
  /** In Spanish. */
  name: z.string(),
  products: z.array(loanType).min(1),
  place: z.enum(['cover', 'table', 'clauses', 'annex', 'everywhere']),
  /** A regular expression over the text of the place, with single spaces. */
  pattern: z.string(),
  /** The pattern may not be there. */
  is_refused: z.boolean().optional(),
  source: z.string(),
  /**
   * `read`: in a published copy of the rule; `stated`: by a public source, not the rule itself; `seen`: in contracts of
   * other lenders; `memory`: not looked up; `own`: a rule of this project.
   */
  certainty: z.enum(['read', 'stated', 'seen', 'memory', 'own']),
  /** Who has to supply it, where the program cannot. */
  supplier: z.enum(['lawyer', 'lender']).optional(),
  note: z.string().optional(),
})

/** What a contract has to state, in which place, and how we know. */
type ContractElement = z.infer<typeof element>

/** Reads the required elements of a contract from their file. */
export async function readElements(): Promise<ContractElement[]> {
  const file = new URL('../../../../texts/checks/contract-elements.json', import.meta.url)
  return z.array(element).parse(JSON.parse(await readFile(file, 'utf8')))
}

type Places = Record<ContractElement['place'], string>

/** The text before and from a heading; nothing from it if it is not there. */
function splitAt(text: string, heading: string): [before: string, from: string] {
  const start = text.indexOf(heading)
  return start === -1 ? [text, ''] : [text.slice(0, start), text.slice(start)]
}

/** The places of a contract. The cover sheet is the first page: what does not fit it is missing there. */
function placesOf(pages: readonly string[]): Places {
  const [cover = '', ...others] = pages
  const body = others.join(' ')
  const [contract, annex] = splitAt(body, 'Anexos Anexo ')
  const [table, clauses] = splitAt(contract, 'Las partes ')
  return { cover, table, clauses, annex, everywhere: `${cover} ${body}` }
}

export interface CheckedElement extends ContractElement {
  is_found: boolean
}

/** Looks for each required element of a contract at its place. The folio in the file's title says which product it is. */
export function checkContract(
  { title, pages }: ReadPdf,
  elements: readonly ContractElement[],
): CheckedElement[] {
  const product = /\bA-\d+/.test(title) ? 'advance' : 'credit'
  const places = placesOf(pages)
  return elements
    .filter(({ products }) => products.includes(product))
    .map((one) => ({
      ...one,
      is_found: new RegExp(one.pattern, 'u').test(places[one.place]) !== (one.is_refused ?? false),
    }))
}
