import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AccountVerification } from '@quincena/domain/accounts/verification-schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useAskForAccount, useRepeatVerification, useRequestAcceptance } from './api.ts'
import classes from './evidence.module.css'

type Part = { verification: AccountVerification }

function Repeat({ verification }: Part) {
  const { mutate, isPending } = useRepeatVerification(verification.id)
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => mutate(undefined, { onError: (error) => void toast.error(error) })}
    >
      Verificar de nuevo
    </Button>
  )
}

function AskForAccount({ verification }: Part) {
  const [opened, { open, close }] = useDisclosure()
  const { mutateAsync } = useAskForAccount(verification.id)
  const ask = async () => {
    await mutateAsync(undefined)
    toast.success('Le avisamos que registre una cuenta a su nombre')
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        Pedir otra cuenta
      </Button>
      <ConfirmDialog
        opened={opened}
        title="¿Pedir otra cuenta?"
        text={`${verification.worker} recibe un aviso para registrar una cuenta a su nombre. Al cambiarla se verifica de nuevo.`}
        confirmLabel="Enviar aviso"
        onConfirm={ask}
        onClose={close}
      />
    </>
  )
}

function AcceptAnyway({ verification }: Part) {
  const [opened, { open, close }] = useDisclosure()
  const { mutateAsync } = useRequestAcceptance(verification.id)
  const request = async (reason: string) => {
    await mutateAsync(reason)
    toast.success('Otra persona debe autorizarlo. Lo encuentras en Autorizaciones.')
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        Aceptar de todos modos
      </Button>
      <ReasonDialog
        opened={opened}
        record={`verification ${verification.id}`}
        title="Aceptar de todos modos"
        text={`El dinero de ${verification.worker} podrá enviarse a la cuenta ···· ${verification.account_last4} aunque su banco no la confirmó. Otra persona debe autorizarlo.`}
        submitLabel="Pedir autorización"
        hint="Lo leerá la persona que autoriza, y queda en la bitácora."
        missing="Explica por qué se puede usar la cuenta"
        onSubmit={request}
        onClose={close}
      />
    </>
  )
}

/** What staff can do about an account that is not confirmed; nothing for a confirmed, accepted or earlier one. */
export function VerificationActions({ verification }: Part) {
  const { state, accepted_at, is_current, approval } = verification
  const isOpen = (state === 'mismatch' || state === 'failed') && accepted_at === null
  if (!isOpen) return null
  if (!is_current) return <Notice tone="info">La persona ya registró otra cuenta.</Notice>
  return (
    <>
      {approval !== null && (
        <Notice tone="info">Alguien pidió aceptarla: espera la autorización de otra persona.</Notice>
      )}
      <div className={classes.actions}>
        <Repeat verification={verification} />
        <AskForAccount verification={verification} />
        {approval === null ? (
          <AcceptAnyway verification={verification} />
        ) : (
          <ButtonLink to="/autorizaciones" search={{ autorizacion: approval }} variant="default">
            Ver la autorización
          </ButtonLink>
        )}
      </div>
    </>
  )
}
