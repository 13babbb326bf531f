import { Button, Checkbox, TextInput } from '@mantine/core'
import { isSignersName } from '@quincena/domain/loans/typed-signature'
import { useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { drawName } from '../../../../components/draw-name.ts'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import type { Signature } from './signature.ts'
import classes from './typed-signature.module.css'

interface TypedSignatureProps {
  /** The signer's name as the contract states it. */
  name: string
  onSigned: (signature: Signature) => void
  /** Returns to the pad. */
  onDraw: () => void
}

/** Signs without drawing: the typed name and a confirmation. The server compares the name, and the evidence states it. */
export function TypedSignature({ name, onSigned, onDraw }: TypedSignatureProps) {
  const [typed, setTyped] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const isOwnName = isSignersName(typed, name)
  const reason = isOwnName
    ? 'Marca la casilla para continuar.'
    : `Escribe tu nombre como está en el contrato: ${name}.`
  const isReady = isOwnName && isConfirmed
  const finish = () => {
    const typed_name = typed.trim()
    const signature = isReady ? drawName(typed_name) : null
    if (signature !== null) onSigned({ signature, typed_name })
  }
  return (
    <>
      <div className={stack.stack}>
        <p className={stack.lead}>
          Si no puedes dibujar tu firma, escribe tu nombre completo. Vale lo mismo: tu contrato dirá que
          firmaste así.
        </p>
        <TextInput
          label="Tu nombre completo"
          size="lg"
          autoComplete="name"
          // The button that opened this step is gone.
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Panel>
          <p className={classes.name}>{typed.trim() === '' ? '\u00a0' : typed}</p>
        </Panel>
        <Checkbox
          size="md"
          classNames={{ body: classes.check ?? '' }}
          label="Confirmo que este nombre es mi firma y que con él acepto el contrato que leí."
          checked={isConfirmed}
          onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
        />
      </div>
      <ActionBar row>
        {!isReady && (
          <p id="not-signed" className={stack.note} role="status">
            {reason}
          </p>
        )}
        <Button
          size="lg"
          disabled={!isReady}
          aria-describedby={isReady ? undefined : 'not-signed'}
          onClick={finish}
        >
          Continuar
        </Button>
        <Button size="lg" variant="subtle" color="gray" onClick={onDraw}>
          Dibujar mi firma
        </Button>
      </ActionBar>
    </>
  )
}
