import { contractSamples, sampleContract } from '@quincena/domain/contracts/samples'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf } from '@quincena/domain/contracts/values'
import type { TextContent } from '@quincena/domain/texts/content'
import { expect, test } from 'vitest'
import { shippedText } from '../../../../test/contract-texts.ts'
import { readPdfPages } from '../../../pdf/read-pages.ts'
import { renderPdf } from '../../../pdf/render.ts'
import { contentHash } from '../queries/draft.ts'
import { type CheckedElement, checkContract, readElements } from './check-contract.ts'

/** Renders a contract, reads the file back and checks it. */
async function check(payload: ContractPayload, text?: TextContent): Promise<CheckedElement[]> {
  const data = {
    ...{ payload, payload_sha256: contentHash(payload) },
    text: text ?? shippedText(contractTextNameOf(payload.loan.type)),
  }
  const bytes = await renderPdf({ kind: 'contract_preview', data, brand: undefined }, 'background')
  return checkContract(await readPdfPages(bytes), await readElements())
}

const missingOf = (elements: readonly CheckedElement[]) => elements.filter(({ is_found }) => !is_found)
const idsOf = (elements: readonly CheckedElement[]) => elements.map(({ id }) => id)

const samples = (['credit_contract', 'advance_contract'] as const).flatMap((document) =>
  contractSamples(document).map(({ name }) => ({ document, name })),
)

test.each(samples)(
  'the text of today for $document, $name, lacks nothing but articles that a lawyer supplies',
  async ({ document, name }) => {
    const elements = await check(sampleContract(document, name))
    expect(elements.length).toBeGreaterThan(50)
    const missing = missingOf(elements)
    const ofLawyer = idsOf(elements.filter(({ supplier }) => supplier === 'lawyer'))
    expect(ofLawyer).toHaveLength(12)
    // The last one reports the places that wait for these articles.
    expect(idsOf(missing)).toEqual([...ofLawyer, 'unfilled'])
  },
)

/** The text without the paragraphs that `isKept` refuses. */
const without = (text: TextContent, isKept: (text: string) => boolean): TextContent => ({
  ...text,
  sections: text.sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.filter((paragraph) => isKept(paragraph.text)),
  })),
})

test.each([
  ['capacidad de pago afecta', ['warning_capacity']],
  ['diez días hábiles', ['cancel']],
  ['{website}', ['une_website']],
  ['REDECO', ['collectors']],
])('a text without «%s» lacks %j', async (words, ids) => {
  const text = without(shippedText('credit_contract'), (paragraph) => !paragraph.includes(words))
  const missing = missingOf(await check(sampleContract('credit_contract'), text))
  expect(idsOf(missing.filter(({ supplier }) => supplier !== 'lawyer'))).toEqual([...ids, 'unfilled'])
})

test('a transcribed article counts, and a value that is not known is reported', async () => {
  const text = shippedText('credit_contract')
  const changed = JSON.stringify(text)
    .replace('(derecho de cancelar): [Texto por transcribir]', '(derecho de cancelar): «El texto».')
    .replace('{website}', '{representative}')
  const sample = sampleContract('credit_contract')
  const { representative: _, ...lender } = sample.lender
  const missing = idsOf(missingOf(await check({ ...sample, lender }, JSON.parse(changed))))
  expect(missing).not.toContain('annex_ltosf_11_bis_1')
  expect(missing).toContain('annex_lgoaac_56')
  expect(missing).toEqual(expect.arrayContaining(['une_website', 'signatory', 'unfilled']))
})

test('a lender without a registered contract and a web page has to supply them', async () => {
  const sample = sampleContract('advance_contract')
  const { website: _, reca_advance: __, ...lender } = sample.lender
  const missing = missingOf(await check({ ...sample, lender: { ...lender, reca: '' } }))
  const ofLender = idsOf(missing.filter(({ supplier }) => supplier === 'lender'))
  expect(ofLender).toEqual(['une_website', 'reca', 'reca_declaration'])
})

test('the cover sheet that does not fit its page is reported', async () => {
  const sample = sampleContract('credit_contract')
  const long = { ...sample, lender: { ...sample.lender, une_address: 'Av. Ejemplo 100, '.repeat(200) } }
  expect(idsOf(missingOf(await check(long)))).toContain('condusef')
})
