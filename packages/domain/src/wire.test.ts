import { expect, it } from 'vitest'
import { z } from 'zod'
import { company, companyForm } from './companies/schema.ts'
import { dashboardSummary } from './dashboard/schema.ts'
import { acceptAnswer, acceptBody, loanRequestBody, simulationAnswer } from './loans/bodies.ts'
import { loanDetail } from './loans/detail-schema.ts'
import { loanListItem, loanQuery } from './loans/schema.ts'
import { pageOf } from './page.ts'
import { loginAnswer } from './sessions/schema.ts'
import { transferOrder, transferQuery } from './transfers/schema.ts'
import { userForm, userPatch } from './users/forms.ts'

// z.toJSONSchema fails for a schema with a one-way transform or a type that JSON lacks; the API needs it for its
// documentation.
it.each<[string, z.ZodType]>([
  ['loan', loanDetail],
  ['loans', pageOf(loanListItem)],
  ['acceptance', acceptAnswer],
  ['simulation', simulationAnswer],
  ['session', loginAnswer],
  ['company', company],
  ['transfer', transferOrder],
  ['dashboard', dashboardSummary],
])('the answer schema %s converts to JSON Schema', (_name, schema) => {
  expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('type', 'object')
})

it.each<[string, z.ZodType]>([
  ['acceptance', acceptBody],
  ['request', loanRequestBody],
  ['user', userForm],
  ['user patch', userPatch],
  ['company', companyForm],
  ['loan query', loanQuery],
  ['transfer query', transferQuery],
])('the request schema %s converts to JSON Schema', (_name, schema) => {
  expect(Object.keys(z.toJSONSchema(schema, { io: 'input' }))).toContain('$schema')
})

it('an answer is encoded in pesos', () => {
  const answer = z.encode(simulationAnswer, {
    data: { monthly_payment: 91_680, final_value: 1_100_161, cat: 19.6, schedule: [] },
  })
  expect(answer).toEqual({
    data: { monthly_payment: 916.8, final_value: 11_001.61, cat: 19.6, schedule: [] },
  })
})
