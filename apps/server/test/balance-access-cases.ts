import { type AccessCase, at } from './access-case.ts'
import { formOf, picture } from './access-records/people.ts'
import { feeOf } from './access-records/treasury.ts'

const movements = '/treasury/cash-movements'
const cases = '/treasury/balance-cases'
const note = 'Prueba de acceso'

/** Cases of the routes of balance checks and of the lender's own movements. */
export const balanceAccessCases: Record<string, AccessCase> = {
  'GET /treasury/balance': { url: at('/treasury/balance'), ok: 200 },
  'GET /treasury/balance/checks': { url: at('/treasury/balance/checks'), ok: 200 },
  'GET /treasury/balance-cases': { url: at(cases), ok: 200 },
  'GET /treasury/balance-cases/{id}': {
    url: async ({ records }) => `${cases}/${(await records.balanceCase()).id}`,
    ok: 200,
  },
  'PUT /treasury/balance-cases/{id}/owner': {
    url: async ({ records }) => `${cases}/${(await records.balanceCase()).id}/owner`,
    payload: ({ manager }) => ({ owner_id: manager.id }),
    ok: 200,
  },
  'POST /treasury/balance/opening': {
    url: at('/treasury/balance/opening'),
    payload: async ({ records }) => ({ check: (await records.check()).id, amount: 1 }),
    ok: 409,
    conflict: 'the check found another amount',
  },
  'GET /treasury/cash-movements': { url: at(movements), ok: 200 },
  'GET /treasury/cash-movements/{id}': {
    url: async ({ records }) => `${movements}/${(await records.movement()).id}`,
    ok: 200,
  },
  'POST /treasury/cash-movements': {
    url: at(movements),
    payload: (world, caller) => feeOf(world, caller),
    ok: 202,
  },
  'POST /treasury/cash-movements/deposit': {
    url: at(`${movements}/deposit`),
    payload: async ({ records }) => ({ incoming_payment: (await records.received()).id, note }),
    ok: 202,
  },
  'POST /treasury/cash-movements/{id}/settle': {
    url: async ({ records }) => `${movements}/${(await records.movement()).id}/settle`,
    payload: () => ({ kind: 'fee', note }),
    ok: 409,
    conflict: 'its purpose is known',
  },
  'POST /treasury/cash-movements/{id}/reverse': {
    url: async ({ records }) => `${movements}/${(await records.movement()).id}/reverse`,
    payload: () => ({ reason: note }),
    ok: 202,
  },
  'PUT /treasury/cash-movements/{id}/owner': {
    url: async ({ records }) => `${movements}/${(await records.movement()).id}/owner`,
    payload: ({ manager }) => ({ owner_id: manager.id }),
    ok: 200,
  },
  'POST /treasury/cash-movements/files': {
    url: at(`${movements}/files`),
    payload: () => formOf({ name: 'retiro.png', bytes: picture }),
    ok: 201,
  },
  'GET /treasury/cash-movements/files/{file}': {
    url: async ({ records }) => `${movements}/files/${await records.movementFile()}`,
    ok: 200,
    missingId: '00000000-0000-4000-8000-000000000000',
  },
}
