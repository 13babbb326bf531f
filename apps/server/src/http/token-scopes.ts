import type { ApiScope } from '@quincena/domain/api-tokens/scopes'

/** Records that belong to a company or to one of its workers. */
export type OwnedKind = 'company' | 'user' | 'loan' | 'payment' | 'transfer'

/** Where a call names a record. */
interface Named {
  kind: OwnedKind
  in: 'params' | 'query' | 'body'
  field: string
}

/** What a token needs for a call, and how the call stays within the company of a token that has one. */
export interface TokenRule {
  scope: ApiScope
  /** Every record that the call names: it has to be of the token's company, and a user has to be a worker. */
  names?: readonly Named[]
  /** The list's filter of a company's id, which becomes that of the token's company. */
  filter?: string
  /** Filters of the list that every token has. */
  fixed?: Readonly<Record<string, string>>
  /** The kind of the records of which a token of one company has to name one; any of them by default. */
  needs?: OwnedKind
  /** Fields of the body that only a person may send, with the Spanish text that says what to do instead. */
  humanFields?: Readonly<Record<string, string | true>>
  /** The answer is a loan with its worker, whose personal data it leaves out. */
  hidesPerson?: true
}

const byId = (kind: OwnedKind): readonly Named[] => [{ kind, in: 'params', field: 'id' }]

const editUser: TokenRule = {
  scope: 'users:write',
  names: [...byId('user'), { kind: 'company', in: 'body', field: 'company' }],
  humanFields: { current_password: true },
}

/**
 * Every call that a token of the API may make, by method and path below the API; all others answer 403
 * `token.scope_missing`. No call for admins alone, none that a second factor of the last five minutes confirms, and
 * none that decides, signs or sends money: the server does not start with one.
 */
export const tokenRules: Readonly<Record<string, TokenRule>> = {
  'GET /company': { scope: 'companies:read' },
  'GET /company/:id': { scope: 'companies:read', names: byId('company') },
  'GET /auth/users': { scope: 'users:read', filter: 'company', fixed: { user_type: 'U2' } },
  'GET /auth/user/:id': { scope: 'users:read', names: byId('user') },
  'POST /auth/users': {
    scope: 'users:write',
    names: [{ kind: 'company', in: 'body', field: 'company' }],
    humanFields: { password: true },
  },
  'PUT /auth/user/:id/update': editUser,
  'PATCH /auth/user/:id/update': editUser,
  'GET /loan': { scope: 'loans:read', filter: 'company' },
  'GET /loan/:id': { scope: 'loans:read', names: byId('loan'), hidesPerson: true },
  'GET /loan/:id/payoff': { scope: 'loans:read', names: byId('loan') },
  'GET /loan/:id/payment-preview': { scope: 'loans:read', names: byId('loan') },
  'POST /loan': {
    scope: 'loans:write',
    names: [{ kind: 'user', in: 'body', field: 'user' }],
    hidesPerson: true,
  },
  'GET /loan/payment': {
    scope: 'payments:read',
    names: [
      { kind: 'loan', in: 'query', field: 'loan_request__id' },
      { kind: 'user', in: 'query', field: 'user__id' },
    ],
    // A worker may have paid loans of an earlier company.
    needs: 'loan',
  },
  'GET /loan/payment/:id/receipt': { scope: 'payments:read', names: byId('payment') },
  'POST /loan/payment': {
    scope: 'payments:write',
    names: [
      { kind: 'loan', in: 'body', field: 'loan_request' },
      { kind: 'user', in: 'body', field: 'user' },
    ],
    // Uploaded by a person, whose payment then waits for another one's proof.
    humanFields: {
      voucher:
        'Un token de API registra el pago sin comprobante: quita «voucher». Una persona lo agrega después en Tesorería, o lo comprueba el estado de cuenta',
    },
  },
  'GET /stp': { scope: 'transfers:read', filter: 'company__id' },
  'GET /stp/:id': { scope: 'transfers:read', names: byId('transfer') },
}

/** The name of a route in `tokenRules`: its method and its path below the API, without a slash at the end. */
export const ruleName = (method: string, url: string, api: string) =>
  `${method} ${url.startsWith(api) ? url.slice(api.length).replace(/(?<=.)\/$/, '') : url}`
