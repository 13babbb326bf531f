import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { lazy, Suspense, useRef, useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { type SignatureHandle, SignaturePad } from '../../../../components/signature-pad.tsx'
import { ReceivingAccountLine } from '../../receiving-account.tsx'
import classes from './sign-step.module.css'
import type { Signature } from './signature.ts'

const TypedSignature = lazy(async () => ({
  default: (await import('./typed-signature.tsx')).TypedSignature,
}))

interface SignStepProps {
  loan: LoanDetail
  onSigned: (signature: Signature) => void
}

function signatureOf(pad: SignatureHandle | null): Signature | null {
  const signature = pad?.toPng() ?? null
  if (pad === null || signature === null) return null
  return { signature, strokes: pad.strokes().map((points) => ({ points })) }
}

/** Signature pad, below the amount and the receiving account; on a phone in landscape it fills the screen. */
export function SignStep({ loan, onSigned }: SignStepProps) {
  const pad = useRef<SignatureHandle>(null)
  const [hasInk, setHasInk] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const [hasTyped, setHasTyped] = useState(false)
  const name = `${loan.user.first_name} ${loan.user.last_name}`.trim()
  const finish = () => {
    const signature = signatureOf(pad.current)
    if (signature) onSigned(signature)
  }
  const startTyping = () => {
    setHasInk(false) // the pad closes with its drawing
    setHasTyped(true)
    setIsTyping(true)
  }
  if (isTyping)
    return (
      <Suspense fallback={null}>
        <TypedSignature name={name} onSigned={onSigned} onDraw={() => setIsTyping(false)} />
      </Suspense>
    )
  return (
    <div className={classes.screen}>
      <div className={classes.about}>
        <p className={stack.lead}>
          Con tu firma aceptas el contrato {loan.folio} por {formatMoney(loan.amount)}. Enviamos el dinero a:
        </p>
        <ReceivingAccountLine account={loan.receiving_account} />
      </div>
      <div className={classes.pad}>
        <SignaturePad ref={pad} name={name} onSigned={setHasInk} hasFirstFocus={hasTyped} />
      </div>
      <p className={classes.turn}>Si te acomoda más, gira tu teléfono.</p>
      <Button className={classes.type ?? ''} variant="subtle" size="md" onClick={startTyping}>
        Firmar con mi nombre
      </Button>
      <div className={classes.actions}>
        <ActionBar>
          {!hasInk && (
            <p id="no-signature" className={stack.note}>
              Dibuja tu firma para continuar.
            </p>
          )}
          <Button
            size="lg"
            fullWidth
            disabled={!hasInk}
            aria-describedby={hasInk ? undefined : 'no-signature'}
            onClick={finish}
          >
            Continuar
          </Button>
        </ActionBar>
      </div>
    </div>
  )
}
