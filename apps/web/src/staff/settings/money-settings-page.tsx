import { AdminOnly } from '../../components/admin-only.tsx'
import { useUser } from '../../lib/session.ts'
import { OrderLimitsCard } from '../order-limits/order-limits-card.tsx'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { AccountVerificationCard } from './account-verification-card.tsx'
import { ProofDaysCard } from './proof-days-card.tsx'

/** What the lender asks of money that leaves and of payments that arrive; for admins only. */
export function MoneySettingsPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Qué cuentas reciben dinero, cuánto sale por día y cuándo urge comprobar un pago" />
      {isAdmin ? (
        <>
          <AccountVerificationCard />
          <OrderLimitsCard />
          <ProofDaysCard />
        </>
      ) : (
        <AdminOnly />
      )}
    </>
  )
}
