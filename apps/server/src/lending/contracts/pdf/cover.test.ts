import { contractSamples, sampleContract } from '@quincena/domain/contracts/samples'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf } from '@quincena/domain/contracts/values'
import { recaOf } from '@quincena/domain/lender/schema'
import { expect, test } from 'vitest'
import { shippedText } from '../../../../test/contract-texts.ts'
import { readPdfPages } from '../../../pdf/read-pages.ts'
import { renderPdf } from '../../../pdf/render.ts'

/** Words of `length` characters, as long as names and addresses have. */
const wordsOf = (length: number) => 'Avenida Insurgentes Sur 1450 '.repeat(length).slice(0, length).trim()

/** A lender whose every value is as long as the product allows. */
const longest = {
  name: wordsOf(160),
  trade_name: wordsOf(30),
  address: wordsOf(300),
  phone: '+52 (81) 5555 0100 ext. 123456',
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.mx`,
  website: `https://www.${'d'.repeat(60)}.${'e'.repeat(60)}.mx/inicio`,
  une_address: wordsOf(300),
  une_phone: '+52 (81) 5555 0200 ext. 123456',
  une_email: `${'f'.repeat(60)}@${'g'.repeat(60)}.${'h'.repeat(60)}.mx`,
  une_hours: wordsOf(160),
  representative: wordsOf(160),
  reca: '1234-567-890123/01-00001-0125'.padEnd(60, '9'),
  reca_advance: '1234-567-890123/01-00002-0125'.padEnd(60, '9'),
}

/** The first two pages of a contract with such a lender. */
async function pagesOf(payload: ContractPayload, earlier?: string) {
  const text = shippedText(contractTextNameOf(payload.loan.type), earlier)
  const data = { payload: { ...payload, lender: longest }, payload_sha256: 'a'.repeat(64), text }
  const bytes = await renderPdf({ kind: 'contract_preview', data, brand: undefined }, 'background')
  const { pages } = await readPdfPages(bytes)
  return [pages[0] ?? '', pages[1] ?? ''] as const
}

const cases = (['credit_contract', 'advance_contract'] as const).flatMap((document) =>
  contractSamples(document).flatMap(({ name }) =>
    (['2.2', undefined] as const).map((earlier) => ({ document, name, earlier })),
  ),
)

test.each(cases)(
  'the cover of $document, $name, version $earlier, ends on its page with the longest data of a lender',
  async ({ document, name, earlier }) => {
    const payload = sampleContract(document, name)
    const [cover, second] = await pagesOf(payload, earlier)
    expect(second).toMatch(/^Tabla de pagos/)
    expect(cover.replaceAll(/\s/g, '')).toContain(recaOf(longest, payload.loan.type))
    expect(cover).toContain('www.condusef.gob.mx')
  },
)
