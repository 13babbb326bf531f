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
