import { readFileSync } from 'node:fs'
import { contractTextNameOf } from '@quincena/domain/contracts/values'
import { expect, test } from 'vitest'
import { shippedText } from '../../../test/contract-texts.ts'
import { elementWords } from '../../../test/element-words.ts'
import { goldenContracts } from '../../../test/golden-contracts.ts'
import { contractDocument } from './pdf/contract-document.ts'

test.each(Object.entries(goldenContracts))(
  'the contract %s of version 2.2 has the words that it had while its text was code',
  (name, payload) => {
    const text = shippedText(contractTextNameOf(payload.loan.type), '2.2')
    const words = elementWords(contractDocument({ payload, payload_sha256: 'a'.repeat(64), text }))
    const golden = new URL(`../../../test/golden-contracts/${name}.txt`, import.meta.url)
    expect(`${words.replaceAll('. ', '.\n')}\n`).toBe(readFileSync(golden, 'utf8'))
  },
)

test.each(['credit', 'advance'] as const)(
  'the clause about the signature names the one-time code in version 3.0 of the %s, and not in 2.2',
  (type) => {
    const clauseOf = (earlier?: string) => {
      const { sections } = shippedText(contractTextNameOf(type), earlier)
      const clause = sections.find(({ heading }) => heading.includes('Firma electrónica')) ?? {
        paragraphs: [],
      }
      return clause.paragraphs.map(({ text }) => text).join(' ')
    }
    expect(clauseOf()).toContain('Cuando la Financiera lo pide antes de firmar')
    expect(clauseOf()).toContain('código de un solo uso')
    expect(clauseOf('2.2')).not.toContain('código')
  },
)
