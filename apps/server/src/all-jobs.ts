import type { Job, Sweep } from './jobs/registry.ts'
import { collectionJobs } from './lending/collections/jobs.ts'
import { contractJobs } from './lending/contracts/jobs.ts'
import { ledgerJobs } from './lending/ledger/jobs.ts'
import { letterJobs } from './lending/letters/jobs.ts'
import { loanImportJobs } from './lending/loan-imports/jobs.ts'
import { loanJobs } from './lending/loans/jobs.ts'
import { accessJobs } from './office/access/jobs.ts'
import { auditStampJobs } from './office/audit/jobs.ts'
import { backupJobs } from './office/backups/jobs.ts'
import { dashboardJobs } from './office/dashboard/jobs.ts'
import { healthJobs } from './office/health/jobs.ts'
import { retentionJobs } from './office/retention/jobs.ts'
import { webhookJobs } from './office/webhooks/jobs.ts'
import { authJobs } from './people/auth/jobs.ts'
import { importJobs } from './people/imports/jobs.ts'
import { auditJobs } from './platform/audit/jobs.ts'
import { listCountJobs } from './platform/list-counts/jobs.ts'
import { mailJobs } from './platform/mail/jobs.ts'
import { notificationJobs } from './platform/notifications/jobs.ts'
import { statementJobs } from './treasury/bank-statements/jobs.ts'
import { dailyTotalJobs } from './treasury/daily-totals/jobs.ts'
import { incomingPaymentJobs } from './treasury/incoming-payments/jobs.ts'
import { reconciliationJobs } from './treasury/reconciliation/jobs.ts'
import { transferJobs } from './treasury/transfers/jobs.ts'
import { verificationJobs } from './treasury/verifications/jobs.ts'

/** The jobs and sweeps of every server, one line per feature. */
export const allJobs: readonly (Job | Sweep)[] = [
  ...auditJobs,
  ...listCountJobs,
  ...mailJobs,
  ...notificationJobs,
  ...authJobs,
  ...importJobs,
  ...transferJobs,
  ...verificationJobs,
  ...incomingPaymentJobs,
  ...statementJobs,
  ...reconciliationJobs,
  ...dailyTotalJobs,
  ...loanImportJobs,
  ...loanJobs,
  ...collectionJobs,
  ...contractJobs,
  ...ledgerJobs,
  ...letterJobs,
  ...accessJobs,
  ...auditStampJobs,
  ...backupJobs,
  ...dashboardJobs,
  ...healthJobs,
  ...retentionJobs,
  ...webhookJobs,
]
