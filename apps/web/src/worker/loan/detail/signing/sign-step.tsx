import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { AcceptBody } from '@quincena/domain/loans/bodies'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useRef, useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { type SignatureHandle, SignaturePad } from '../../../../components/signature-pad.tsx'
import { ReceivingAccountLine } from '../../receiving-account.tsx'

export type Signature = Pick<AcceptBody, 'signature' | 'strokes'>

interface SignStepProps {
  loan: LoanDetail
  onSigned: (signature: Signature) => void
}

function signatureOf(pad: SignatureHandle | null): Signature | null {
  const signature = pad?.toPng() ?? null
  if (pad === null || signature === null) return null
  return { signature, strokes: pad.strokes().map((points) => ({ points })) }
}

/** Signature pad, below the amount and the receiving account. */
export function SignStep({ loan, onSigned }: SignStepProps) {
  const pad = useRef<SignatureHandle>(null)
  const [hasInk, setHasInk] = useState(false)
  const { first_name, last_name } = loan.user
  const finish = () => {
    const signature = signatureOf(pad.current)
    if (signature) onSigned(signature)
  }
  return (
    <>
      <div className={stack.stack}>
        <p className={stack.lead}>
          Con tu firma aceptas el contrato {loan.folio} por {formatMoney(loan.amount)}. Enviamos el dinero a:
        </p>
        <ReceivingAccountLine account={loan.receiving_account} />
        <SignaturePad ref={pad} name={`${first_name} ${last_name}`} onSigned={setHasInk} />
        <p className={stack.note}>Si te acomoda más, gira tu teléfono.</p>
      </div>
      <ActionBar>
        <Button size="lg" fullWidth disabled={!hasInk} onClick={finish}>
          Continuar
        </Button>
      </ActionBar>
    </>
  )
}
