import { type AccessCase, at } from './access-case.ts'
import { activityAccessCases } from './activity-access-cases.ts'
import { brandAccessCases } from './brand-access-cases.ts'
import { textAccessCases } from './text-access-cases.ts'
import { webhookAccessCases } from './webhook-access-cases.ts'

/** The views of a list, which are their owner's: `manager` saved the one of the paths. */
const savedViews: Record<string, AccessCase> = {
  'GET /saved-views': { url: at('/saved-views?list=credits'), ok: 200 },
  'POST /saved-views': {
    url: at('/saved-views'),
    payload: () => ({ list: 'credits', name: 'Rechazados', search: { status: 'REJ' } }),
    ok: 201,
  },
  'PATCH /saved-views/{id}': {
    url: async ({ records }) => `/saved-views/${(await records.savedView()).id}`,
    payload: () => ({ name: 'Otro nombre' }),
    ...{ ok: 200, clerk: 404, admin: 404 },
  },
  'DELETE /saved-views/{id}': {
    url: async ({ records }) => `/saved-views/${(await records.savedView()).id}`,
    ...{ ok: 204, clerk: 404, admin: 404 },
  },
}

/** The list of due and late loans, and the charts of what is owed. */
const collections: Record<string, AccessCase> = {
  'GET /collections': { url: at('/collections?age=late_1'), ok: 200 },
  'GET /collections/export': { url: at('/collections/export?format=csv'), ok: 200 },
  'GET /dashboard/charts': { url: at('/dashboard/charts'), ok: 200 },
}

/** Sealed letters of a loan and of a worker. */
const letters: Record<string, AccessCase> = {
  'POST /loan/{id}/signing-code': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}/signing-code`,
    payload: async ({ records }) => ({ contract_sha256: await records.shownContract() }),
    ok: 409,
    conflict: 'the lender asks for no code',
    other: 404,
  },
  'GET /loan/{id}/no-debt-letter': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/no-debt-letter`,
    ...{ ok: 409, conflict: 'the loan is not paid off', other: 404 },
  },
  'GET /loan/{id}/letters': {
    url: async ({ records }) => `/loan/${(await records.activeLoan()).id}/letters`,
    ok: 200,
    other: 404,
  },
  'GET /auth/user/{id}/interest-certificate/{year}': {
    url: ({ own }) => `/auth/user/${own.id}/interest-certificate/2020`,
    ...{ ok: 409, conflict: 'the worker paid nothing in that year', other: 404 },
  },
}

/** Mails with sample data, and those that a demo on this machine kept; no file has the name. */
const mails: Record<string, AccessCase> = {
  'GET /demo/mails': { url: at('/demo/mails'), ok: 200 },
  'GET /demo/mails/{id}/html': {
    url: at('/demo/mails/none/html'),
    ok: 404,
    shared: 'a demo on this machine',
  },
  'GET /mails': { url: at('/mails'), ok: 200 },
  'GET /mails/{kind}/html': { url: at('/mails/paid/html'), ok: 200, missingId: 'none' },
  'POST /mails/{kind}/send': { url: at('/mails/paid/send'), ok: 200, missingId: 'none' },
}

const apiTokens: Record<string, AccessCase> = {
  'GET /auth/api-tokens': { url: at('/auth/api-tokens'), ok: 200 },
  'POST /auth/api-tokens': {
    url: at('/auth/api-tokens'),
    payload: () => ({ name: 'Nómina', scopes: ['loans:read'], valid_days: 30 }),
    ok: 201,
  },
  'DELETE /auth/api-tokens/{id}': {
    url: async ({ records }) => `/auth/api-tokens/${await records.apiToken()}`,
    ok: 204,
  },
}

export const officeAccessCases = {
  ...apiTokens,
  ...mails,
  ...savedViews,
  ...activityAccessCases,
  ...collections,
  ...letters,
  ...textAccessCases,
  ...brandAccessCases,
  ...webhookAccessCases,
}
