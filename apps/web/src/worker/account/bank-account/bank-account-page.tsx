import { Button } from '@mantine/core'
import type { BankAccount, BankAccountAnswer } from '@quincena/domain/users/bank-account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { toast } from '../../../components/toast.tsx'
import { useRefresh } from '../../../lib/refresher.ts'
import { refreshUser } from '../../../lib/sign-in.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import { bankAccountQuery, removeBankAccount } from './api.ts'
import { PasswordSheet } from './password-sheet.tsx'

function useReplaceAccount() {
  const client = useQueryClient()
  const refresh = useRefresh('loan')
  return (answer: BankAccountAnswer) => {
    client.setQueryData(bankAccountQuery.queryKey, answer)
    void refresh()
    void refreshUser()
  }
}

interface SavedAccountProps {
  account: BankAccount
  isLocked: boolean
  onReplace: () => void
  onRemoved: (answer: BankAccountAnswer) => void
}

function SavedAccount({ account, isLocked, onReplace, onRemoved }: SavedAccountProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const remove = async (current_password: string) => {
    onRemoved(await removeBankAccount(current_password))
    toast.success('Tu cuenta se eliminó.')
  }
  return (
    <div className={stack.stack}>
      <AccountCard account={account} />
      {isLocked && (
        <p className={stack.lead} role="status">
          Hay una transferencia en curso a esta cuenta. Podrás cambiarla en cuanto termine.
        </p>
      )}
      <Button size="lg" fullWidth variant="default" disabled={isLocked} onClick={onReplace}>
        Cambiar cuenta
      </Button>
      <Button
        size="lg"
        fullWidth
        variant="subtle"
        color="gray"
        {...(!isLocked && { c: 'var(--mantine-color-error)' })}
        disabled={isLocked}
        onClick={() => setIsDialogOpen(true)}
      >
        Eliminar cuenta bancaria
      </Button>
      <p className={stack.note}>Solo puedes tener una cuenta. Si la cambias, te avisaremos por correo.</p>
      <PasswordSheet
        opened={isDialogOpen}
        title="¿Eliminar tu cuenta bancaria?"
        confirmLabel="Eliminar"
        tone="danger"
        onConfirm={remove}
        onClose={() => setIsDialogOpen(false)}
      >
        <p className={stack.lead}>
          Sin una cuenta no podemos enviarte dinero: no podrás aceptar una oferta hasta que agregues otra.
        </p>
      </PasswordSheet>
    </div>
  )
}

function Account({ account, is_locked }: BankAccountAnswer) {
  const keep = useReplaceAccount()
  const [isReplacing, setIsReplacing] = useState(false)
  const saved = (answer: BankAccountAnswer) => {
    keep(answer)
    setIsReplacing(false)
    toast.success('Tus datos bancarios se guardaron.')
  }
  if (account === null || isReplacing)
    return (
      <AccountForm isReplacing={account !== null} onSaved={saved} onCancel={() => setIsReplacing(false)} />
    )
  return (
    <SavedAccount
      account={account}
      isLocked={is_locked}
      onReplace={() => setIsReplacing(true)}
      onRemoved={keep}
    />
  )
}

/** Screen «Datos Bancarios»: the account that receives the worker's money. */
export function BankAccountPage() {
  const query = useQuery(bankAccountQuery)
  return (
    <>
      <ScreenHeader title="Datos Bancarios" backTo="/app/profile" />
      <Loaded
        query={query}
        skeleton={<CardsSkeleton />}
        errorTitle="No se pudieron cargar tus datos bancarios."
      >
        {(answer) => <Account {...answer} />}
      </Loaded>
    </>
  )
}
