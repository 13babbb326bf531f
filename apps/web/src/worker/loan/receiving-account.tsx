import type { ReceivingAccount } from '@quincena/domain/loans/detail-schema'
import { IconBuildingBank } from '@tabler/icons-react'
import { ButtonLink } from '../../components/links.tsx'
import classes from './receiving-account.module.css'

/** Bank and last four digits of the receiving account; without an account, a link to add one. */
export function ReceivingAccountLine({ account }: { account: ReceivingAccount | null }) {
  if (account === null)
    return (
      <>
        <p className={classes.missing}>
          Faltan tus datos bancarios: sin una cuenta no podemos enviarte el dinero.
        </p>
        <ButtonLink to="/app/bank-staff" variant="light" size="lg" fullWidth mt="sm">
          Agregar mi cuenta
        </ButtonLink>
      </>
    )
  const kind = account.account_type === 3 ? 'Tarjeta' : 'Cuenta CLABE'
  return (
    <div className={classes.account}>
      <span className={classes.icon} aria-hidden>
        <IconBuildingBank size={22} stroke={1.75} />
      </span>
      <span>
        <span className={classes.bank}>{account.bank_name}</span>
        <span className={classes.digits}>
          {kind} terminada en <strong>{account.account_last4}</strong>
        </span>
      </span>
    </div>
  )
}
