import { findLoan } from './demo-loans.ts'
import { requestLoanByHttp } from './loan-commands.ts'
import { makeWorker } from './workers.ts'

interface WorkerScreens {
  token: string
  paths: string[]
}

const sharedPaths = [
  'onboarding',
  'home',
  'products',
  'requests',
  'profile',
  'faq',
  'personal-data',
  'bank-staff',
  'documentation',
  'documents-anticipation',
  'security',
  'change-password',
  'notifications',
  'notifications-user',
  'privacy',
  'terms',
  'consents',
  'help-support',
  'news-list',
  'download-history',
  'balance',
]

/** All screens of the worker app after the sign-in, each with a worker who has data there. */
export async function listWorkerScreens(): Promise<WorkerScreens[]> {
  const credit = await findLoan('credit', 'active', { payments: 2 })
  const advance = await findLoan('advance', 'active')
  const rejected = await findLoan('credit', 'rejected')
  const applicant = await makeWorker('Olga')
  const newWorker = await makeWorker('Petra')
  const { id: requested } = await requestLoanByHttp(applicant.token, {
    type: 'credit',
    amount: 6000,
    period: 6,
  })
  const { id: requestedAdvance } = await requestLoanByHttp(applicant.token, { type: 'advance', amount: 1500 })
  const ofCredit = [`credit-detail/${credit.id}`, `credit-request-approved/${credit.id}`]
  const ofAdvance = [`anticipation-detail/${advance.id}`, `advance-request-approved/${advance.id}`]
  return [
    { token: await credit.token(), paths: [...sharedPaths, ...ofCredit] },
    { token: await advance.token(), paths: [...ofAdvance, 'details-advance-request'] },
    { token: await rejected.token(), paths: [`rejected-detail/${rejected.id}`] },
    {
      token: applicant.token,
      paths: [`new-credit-request/${requested}`, `new-advance-request/${requestedAdvance}`],
    },
    { token: newWorker.token, paths: ['new-credit', 'new-advance'] },
  ]
}
