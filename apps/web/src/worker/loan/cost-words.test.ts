import { expect, test } from 'vitest'
import { differingLastPayment, rateLabel } from './cost-words.ts'

test.each([
  [{ tax_added: true, tax_rate: 0.16 }, 'Tasa anual fija, más IVA'],
  [{ tax_added: false, tax_rate: 0.16 }, 'Tasa anual fija, con IVA'],
  [{ tax_added: false, tax_rate: 0 }, 'Tasa anual fija'],
])('the label of the rate for %o is «%s»', (tax, label) => expect(rateLabel(tax)).toBe(label))

test('names the last payment only where it differs', () => {
  expect(differingLastPayment([{ payment: 91_680 }, { payment: 91_681 }])).toBe(91_681)
  expect(differingLastPayment([{ payment: 91_680 }, { payment: 91_680 }])).toBeNull()
  expect(differingLastPayment([])).toBeNull()
})
