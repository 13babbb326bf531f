import { expect, test } from 'vitest'
import { user } from './schema.ts'

const company = {
  ...{ id: 1, key: 'ACME', name: 'Acme', interest_rate: 0.18, commission: 150, advance_minimum: 500 },
  ...{ tax_rate: 0.16, tax_added: true },
}
const read = (value: object) => user.pick({ company: true }).parse({ company: value }).company

test('a company without steps and ceiling, as a server of the version before them answers, has the defaults', () => {
  expect(read(company)).toMatchObject({ commission_steps: null, advance_cost_ceiling: 0.3 })
})

test('a company keeps its steps and its ceiling', () => {
  const steps = [{ up_to: null, commission: 150 }]
  expect(read({ ...company, commission_steps: steps, advance_cost_ceiling: 0.2 })).toMatchObject({
    commission_steps: [{ up_to: null, commission: 15_000 }],
    advance_cost_ceiling: 0.2,
  })
})
