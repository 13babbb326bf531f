import {
  bankAccountAnswer,
  bankAccountBody,
  bankAccountRemoval,
  revealedAccount,
} from '@quincena/domain/users/bank-account'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { removeBankAccount, revealBankAccount, setBankAccount } from '../commands/bank-account.ts'
import { findBankAccount } from '../queries/bank-account.ts'

/** Routes with which a worker manages the account that receives their money. */
export function bankAccountRoutes(app: App, deps: Deps) {
  const tags = ['users']
  app.route({
    method: 'GET',
    url: '/auth/bank-account',
    config: { access: 'worker' },
    schema: { tags, response: { 200: bankAccountAnswer } },
    handler: (request) => findBankAccount(deps.db, contextOf(request).user.id),
  })
  app.route({
    method: 'PUT',
    url: '/auth/bank-account',
    config: { access: 'worker' },
    schema: { tags, body: bankAccountBody, response: { 200: bankAccountAnswer } },
    handler: (request) => setBankAccount(deps, contextOf(request), request.body),
  })
  app.route({
    method: 'DELETE',
    url: '/auth/bank-account',
    config: { access: 'worker' },
    schema: { tags, body: bankAccountRemoval, response: { 200: bankAccountAnswer } },
    handler: (request) => removeBankAccount(deps, contextOf(request), request.body.current_password),
  })
  app.route({
    method: 'POST',
    url: '/auth/bank-account/reveal',
    config: { access: 'worker' },
    schema: { tags, response: { 200: revealedAccount } },
    handler: (request) => revealBankAccount(deps, contextOf(request)),
  })
}
