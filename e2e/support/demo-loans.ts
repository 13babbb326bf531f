import { call, signInAnew, signInByHttp } from './http.ts'

interface DemoLoan {
  id: number
  type: 'credit' | 'advance'
  state: string
  payments_count: number
  user: { id: number }
}

const lists = new Map<string, Promise<DemoLoan[]>>()

async function emailOf(id: number): Promise<string> {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  return (await call(`/auth/user/${id}`, { token })).json.email
}

async function listLoans(type: string): Promise<DemoLoan[]> {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { json } = await call(`/loan?type=${type}&page_size=200&ordering=-created_at`, { token })
  return json.results
}

function loansOf(type: string): Promise<DemoLoan[]> {
  const list = lists.get(type) ?? listLoans(type)
  lists.set(type, list)
  return list
}

/** States of a loan that the home screen shows above a payment that is due later. */
const urgent = ['approved', 'disbursing', 'overdue', 'payout_returned']

/**
 * Finds the newest demo loan in a state with at least `payments` payments; `isCalm`: of a worker whose other loans do
 * not come before it. `token` signs its owner in once for all tests; `ownToken` opens a separate session. Throws if
 * there is no such loan.
 */
export async function findLoan(
  type: 'credit' | 'advance',
  state: string,
  { payments = 0, isCalm = false } = {},
) {
  const all = [...(await loansOf('credit')), ...(await loansOf('advance'))]
  const hasUrgent = (id: number) => all.some(({ user, state }) => user.id === id && urgent.includes(state))
  const fits = (loan: DemoLoan) =>
    loan.state === state && loan.payments_count >= payments && !(isCalm && hasUrgent(loan.user.id))
  const loan = (await loansOf(type)).find(fits)
  if (loan === undefined) throw new Error(`the demo has no ${type} that is ${state}`)
  return {
    id: loan.id,
    user: loan.user,
    token: async () => (await signInByHttp(await emailOf(loan.user.id))).token,
    ownToken: async () => (await signInAnew(await emailOf(loan.user.id))).token,
  }
}
