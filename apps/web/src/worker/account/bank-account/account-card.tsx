import { Button, VisuallyHidden } from '@mantine/core'
import type { BankAccount } from '@quincena/domain/users/bank-account'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../../components/toast.tsx'
import classes from './account-card.module.css'
import { revealBankAccount } from './api.ts'

const grouped = (clabe: string) =>
  clabe.length === 18
    ? clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')
    : clabe.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Saved bank account. The CLABE is masked until the owner reveals it. */
export function AccountCard({ account }: { account: BankAccount }) {
  const [clabe, setClabe] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const reveal = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      setClabe((await revealBankAccount()).clabe)
    } catch (error) {
      toast.error(error)
    } finally {
      setIsBusy(false)
    }
  }
  const { bank_name, account_last4, card_last4, card_holder } = account
  const Icon = clabe === null ? IconEye : IconEyeOff
  return (
    <>
      <section className={classes.card} aria-label="Tu cuenta">
        <p className={classes.bank}>{bank_name}</p>
        <p className={classes.number} aria-live="polite">
          {clabe === null ? (
            <>
              <span aria-hidden>•••• •••• •••• </span>
              <VisuallyHidden>CLABE terminada en </VisuallyHidden>
              {account_last4}
            </>
          ) : (
            grouped(clabe)
          )}
        </p>
        <dl className={classes.foot}>
          {card_holder !== null && (
            <div>
              <dt>Titular</dt>
              <dd>{card_holder}</dd>
            </div>
          )}
          {card_last4 !== null && (
            <div>
              <dt>Tarjeta</dt>
              <dd>•••• {card_last4}</dd>
            </div>
          )}
        </dl>
      </section>
      <Button
        size="lg"
        fullWidth
        variant="light"
        loading={isBusy}
        leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
        onClick={() => (clabe === null ? void reveal() : setClabe(null))}
      >
        {clabe === null ? 'Mostrar CLABE' : 'Ocultar CLABE'}
      </Button>
    </>
  )
}
