import { Button } from '@mantine/core'
import { Gate } from '../../components/gate.tsx'
import { ConfirmEmail } from './confirm-email.tsx'

/** Screen of workers who have to confirm their e-mail address before they sign; they may do it later. */
export function EmailGate({ onLater }: { onLater: () => void }) {
  return (
    <Gate
      title="Confirma tu correo"
      text="Así sabemos que eres tú. Hace falta antes de que firmes un contrato."
    >
      <ConfirmEmail />
      <Button variant="subtle" onClick={onLater}>
        Más tarde
      </Button>
    </Gate>
  )
}
