import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { type AccessCase, at } from './access-case.ts'
import { password } from './access-people.ts'
import { pictureForm, signInWithPasskey, startPasskey, startTwoFactor } from './access-records/people.ts'
import { makeClabe } from './factories.ts'

const newPassword = 'Trueno-Lejano-58'

const passwords: Record<string, AccessCase> = {
  'POST /auth/login': {
    url: at('/auth/login'),
    payload: ({ own }) => ({ email: own.email, password, device: 'd'.repeat(32) }),
    ok: 200,
  },
  'POST /auth/logout': { url: at('/auth/logout'), ok: 204, other: 'own' },
  'POST /auth/change-password': {
    url: at('/auth/change-password'),
    payload: () => ({ current_password: password, new_password: newPassword }),
    ok: 204,
    other: 'own',
  },
  'POST /auth/email-code': { url: at('/auth/email-code'), ok: 202, other: 'own' },
  // The addresses are confirmed already, so that any code is accepted.
  'POST /auth/email-confirmation': {
    url: at('/auth/email-confirmation'),
    payload: () => ({ code: '123456' }),
    ok: 204,
    other: 'own',
  },
  'POST /auth/forgot-password': {
    url: at('/auth/forgot-password'),
    payload: ({ own }) => ({ email: own.email }),
    ok: 202,
  },
  'POST /auth/reset-password': {
    url: at('/auth/reset-password'),
    payload: async ({ records }) => ({ token: await records.token(), password: newPassword }),
    ok: 204,
  },
  'POST /auth/password-link': {
    url: at('/auth/password-link'),
    payload: async ({ records }) => ({ token: await records.token() }),
    ok: 200,
  },
}

const factors: Record<string, AccessCase> = {
  'GET /auth/passkeys': { url: at('/auth/passkeys'), ok: 200, other: 'own' },
  'POST /auth/passkeys': {
    url: at('/auth/passkeys'),
    payload: async (world, caller) => (await startPasskey(world, caller)).body,
    ok: 201,
    other: 'own',
  },
  'POST /auth/passkeys/start': { url: at('/auth/passkeys/start'), ok: 200, other: 'own' },
  'DELETE /auth/passkeys/{id}': {
    url: async ({ records }) => `/auth/passkeys/${(await records.passkey()).id}`,
    payload: () => ({ current_password: password }),
    ok: 204,
    other: 404,
    staff: 404,
  },
  'POST /auth/passkey-login/start': { url: at('/auth/passkey-login/start'), ok: 200 },
  'POST /auth/passkey-login': { url: at('/auth/passkey-login'), payload: signInWithPasskey, ok: 200 },
  'POST /auth/oidc-login/start': {
    url: at('/auth/oidc-login/start'),
    ...{ ok: 409, conflict: 'no provider of identities is configured' },
  },
  'POST /auth/oidc-login': {
    url: at('/auth/oidc-login'),
    payload: () => ({ code: 'a code', state: 'a state' }),
    ...{ ok: 409, conflict: 'no provider of identities is configured' },
  },
  'POST /auth/oidc-login/code': {
    url: at('/auth/oidc-login/code'),
    payload: () => ({ code: '123456' }),
    ...{ ok: 409, conflict: 'no provider of identities is configured' },
  },
  'POST /auth/factor': {
    url: at('/auth/factor'),
    payload: async (world, caller) => ({ code: await world.turnOnTwoFactor(caller) }),
    ok: 204,
    other: 'own',
  },
  'GET /auth/two-factor': { url: at('/auth/two-factor'), ok: 200, other: 'own' },
  'POST /auth/two-factor': { url: at('/auth/two-factor'), ok: 200, other: 'own' },
  'POST /auth/two-factor/confirm': {
    url: at('/auth/two-factor/confirm'),
    payload: async (world, caller) => {
      const code = await startTwoFactor(world, caller)
      return { code: code(), current_password: password }
    },
    ok: 200,
    other: 'own',
  },
  'POST /auth/recovery-codes': {
    url: at('/auth/recovery-codes'),
    payload: async (world, caller) => {
      await world.turnOnTwoFactor(caller)
      return { current_password: password }
    },
    ok: 200,
    other: 'own',
  },
  'DELETE /auth/two-factor': {
    url: at('/auth/two-factor'),
    payload: async (world, caller) => ({
      code: await world.turnOnTwoFactor(caller),
      current_password: password,
    }),
    ok: 204,
    other: 'own',
  },
  'DELETE /auth/user/{id}/two-factor': {
    url: async ({ own, turnOnTwoFactor }) => {
      await turnOnTwoFactor('own')
      return `/auth/user/${own.id}/two-factor`
    },
    ok: 204,
  },
}

const own: Record<string, AccessCase> = {
  'GET /auth/user': { url: at('/auth/user'), ok: 200, other: 'own' },
  'GET /auth/sessions': { url: at('/auth/sessions'), ok: 200, other: 'own' },
  'DELETE /auth/sessions/{id}': {
    url: async ({ records }) => `/auth/sessions/${(await records.session()).id}`,
    ok: 204,
    other: 404,
    staff: 404,
  },
  'GET /auth/login-history': {
    url: ({ own }) => `/auth/login-history?user=${own.id}`,
    ok: 200,
    other: 'nothing',
  },
  'GET /auth/access-config': { url: at('/auth/access-config'), ok: 200, other: 'own' },
  'PUT /auth/access-config': {
    url: at('/auth/access-config'),
    payload: () => DEFAULT_ACCESS_CONFIG,
    ok: 200,
  },
  'PUT /auth/picture': { url: at('/auth/picture'), payload: pictureForm, ok: 200, other: 'own' },
  'DELETE /auth/picture': { url: at('/auth/picture'), ok: 200, other: 'own' },
  'GET /auth/picture/{id}': {
    url: async ({ records }) => `/auth/picture/${await records.picture()}`,
    ok: 200,
    shared: 'the random name in the address is its key, because an <img> sends no session',
    missingId: '00000000-0000-4000-8000-000000000000',
  },
  'GET /auth/bank-account': { url: at('/auth/bank-account'), ok: 200, other: 'own' },
  'POST /auth/bank-account/reveal': { url: at('/auth/bank-account/reveal'), ok: 200, other: 'own' },
  'PUT /auth/bank-account': {
    url: at('/auth/bank-account'),
    payload: (world, caller) => ({
      ...{ bank: '40012', clabe: makeClabe(700_000 + (caller === 'own' ? world.own : world.other).id) },
      ...{ card_holder: 'Ana Ramírez', card_last4: '1234', current_password: password },
    }),
    ok: 200,
    other: 'own',
  },
  'DELETE /auth/bank-account': {
    url: at('/auth/bank-account'),
    payload: () => ({ current_password: password }),
    ok: 200,
    other: 'own',
  },
  'GET /auth/preferences': { url: at('/auth/preferences'), ok: 200, other: 'own' },
  'PUT /auth/preferences': {
    url: at('/auth/preferences'),
    payload: () => ({ offers: false }),
    ok: 200,
    other: 'own',
  },
  'POST /auth/logs': {
    url: at('/auth/logs'),
    payload: () => ({ action: 'x', log_level: 'INFO', message: '' }),
    ok: 204,
    other: 'own',
  },
  'POST /contract/verify': {
    url: at('/contract/verify'),
    payload: () => ({ sha256: '0'.repeat(64) }),
    ok: 200,
  },
  'GET /legal/{document}': { url: at('/legal/terms'), ok: 200 },
  'GET /legal/{document}/versions': { url: at('/legal/terms/versions'), ok: 200 },
  'GET /legal/{document}/versions/{version}': { url: at('/legal/terms/versions/2.0'), ok: 200 },
  'GET /legal/{document}/changes': { url: at('/legal/terms/changes?from=2.0'), ok: 200 },
  'GET /auth/consents': { url: at('/auth/consents'), ok: 200, other: 'own' },
  'GET /auth/user/{id}/consents': { url: ({ own }) => `/auth/user/${own.id}/consents`, ok: 200, other: 404 },
  'PUT /auth/marketing-consent': {
    url: at('/auth/marketing-consent'),
    payload: () => ({ is_given: true, wording_version: '1.0', place: 'settings' }),
    ok: 200,
    other: 'own',
  },
  'POST /auth/consents': {
    url: at('/auth/consents'),
    payload: async ({ send }) => {
      const { version } = (await send('guest', 'GET /legal/terms')).json()
      return { consents: [{ document: 'terms', version }] }
    },
    ok: 200,
    other: 'own',
  },
}

/** Cases of sign-in, passwords, second factors and what people change of themselves. */
export const sessionAccessCases: Record<string, AccessCase> = { ...passwords, ...factors, ...own }
