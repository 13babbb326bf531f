import { type AccessCase, at } from './access-case.ts'
import { formOf } from './access-records/people.ts'
import { brandFields, logoPng } from './brand.ts'

let changes = 0
/** A brand that no version has yet. */
const nextBrand = () => {
  changes += 1
  return { ...brandFields, trade_name: `Marca ${changes}`, summary: 'Cambia el nombre.' }
}

const logoForm = () => formOf({ name: 'logo.png', bytes: logoPng() })

/** Cases of the brand of the installation, which admins change and everybody sees. */
export const brandAccessCases: Record<string, AccessCase> = {
  'GET /brand': { url: at('/brand'), ok: 200 },
  'GET /brand/logo/{sha256}': {
    url: async ({ send }) => {
      const answer = await send('admin', 'POST /brand/logo', logoForm())
      return `/brand/logo/${answer.json().sha256}`
    },
    ok: 200,
    missingId: 'f'.repeat(64),
  },
  'GET /brand/versions': { url: at('/brand/versions'), ok: 200 },
  'PUT /brand/draft': { url: at('/brand/draft'), payload: nextBrand, ok: 200 },
  'DELETE /brand/draft': { url: at('/brand/draft'), ok: 204 },
  'POST /brand/logo': { url: at('/brand/logo'), payload: logoForm, ok: 200 },
  'POST /brand/publish': {
    // After a payout a second admin approves it.
    url: async ({ send, records }) => {
      await records.activeLoan()
      await send('admin', 'PUT /brand/draft', nextBrand())
      return '/brand/publish'
    },
    payload: () => ({ effective_date: '2030-01-01' }),
    ok: 202,
  },
}
