import { AdminOnly } from '../../components/admin-only.tsx'
import { useUser } from '../../lib/session.ts'
import { LoanLimitsCard } from '../loan-limits/loan-limits-card.tsx'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { SigningCodeCard } from './signing-code-card.tsx'

/** Which loans a second person approves, and whether a signature needs a code; for admins only. */
export function LoanSettingsPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Qué préstamos aprueban dos personas y cómo se firman" />
      {isAdmin ? (
        <>
          <LoanLimitsCard />
          <SigningCodeCard />
        </>
      ) : (
        <AdminOnly />
      )}
    </>
  )
}
