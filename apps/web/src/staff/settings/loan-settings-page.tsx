import { AdminOnly } from '../../components/admin-only.tsx'
import { useUser } from '../../lib/session.ts'
import { LoanLimitsCard } from '../loan-limits/loan-limits-card.tsx'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'

/** Which loans a second person approves; for admins only. */
export function LoanSettingsPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Qué préstamos aprueban dos personas" />
      {isAdmin ? <LoanLimitsCard /> : <AdminOnly />}
    </>
  )
}
