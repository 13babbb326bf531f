import {
  bankAccountAnswer,
  bankAccountBody,
  bankAccountRemoval,
  revealedAccount,
} from '@quincena/domain/users/bank-account'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { removeBankAccount, revealBankAccount, setBankAccount } from '../commands/bank-account.ts'
import { findBankAccount } from '../queries/bank-account.ts'

/** Routes with which a worker manages the account that receives their money. */
export function bankAccountRoutes(app: App, deps: Deps) {
  const tags = ['users']
  app.get('/auth/bank-account', allow('worker', { tags, response: { 200: bankAccountAnswer } }), (request) =>
    findBankAccount(deps.db, contextOf(request).user.id),
  )
  app.put(
    '/auth/bank-account',
    allow('worker', { tags, body: bankAccountBody, response: { 200: bankAccountAnswer } }),
    (request) => setBankAccount(deps, contextOf(request), request.body),
  )
  app.delete(
    '/auth/bank-account',
    allow('worker', { tags, body: bankAccountRemoval, response: { 200: bankAccountAnswer } }),
    (request) => removeBankAccount(deps, contextOf(request), request.body.current_password),
  )
  app.post(
    '/auth/bank-account/reveal',
    allow('worker', { tags, response: { 200: revealedAccount } }),
    (request) => revealBankAccount(deps, contextOf(request)),
  )
}
