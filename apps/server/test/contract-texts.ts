import { readFileSync } from 'node:fs'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf, contractValues } from '@quincena/domain/contracts/values'
import type { ContractTextName, FilledText, TextContent } from '@quincena/domain/texts/content'
import { contentOfFile, readTextFile } from '@quincena/domain/texts/file'
import { fillText } from '@quincena/domain/texts/fill'

/** A version of a contract's text that comes with the program: that of today, or an earlier one by its label. */
export function shippedText(name: ContractTextName, earlier?: string): TextContent {
  const file = earlier === undefined ? name : `earlier/${name}-${earlier}`
  const read = readTextFile(
    JSON.parse(readFileSync(new URL(`../texts/${file}.json`, import.meta.url), 'utf8')),
  )
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return contentOfFile(read.text)
}

/** The contract's text of today as after a lawyer wrote the articles; it may be published. */
export function writtenText(name: ContractTextName): TextContent {
  const text = shippedText(name)
  const write = (paragraph: string) =>
    paragraph.replace('[Texto por transcribir]', '«El texto del artículo.»')
  return {
    ...text,
    sections: text.sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map((paragraph) => ({ ...paragraph, text: write(paragraph.text) })),
    })),
  }
}

/** The text of a contract with its data, in the version of today or an earlier one. */
function filledContract(payload: ContractPayload, earlier?: string): FilledText {
  const name = contractTextNameOf(payload.loan.type)
  return fillText(name, shippedText(name, earlier), contractValues(payload))
}

/** The clauses of a contract in the version of today. */
export const clausesOf = (payload: ContractPayload): FilledText['sections'] =>
  filledContract(payload).sections.filter(({ part }) => part === 'clause')
