import { useState } from 'react'
import { useRefresh } from '../lib/refresher.ts'
import { BottomSheet } from './bottom-sheet.tsx'
import { LateModal } from './late-modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { CodesLeft, RenewCodes } from './renew-codes.tsx'
import { toast } from './toast.tsx'
import { TwoFactorOff } from './two-factor-off.tsx'
import { TwoFactorSetUp } from './two-factor-set-up.tsx'

interface TwoFactorDialogProps {
  /** Turn two-factor sign-in on or off. */
  action: 'on' | 'off'
  opened: boolean
  /** Shows a bottom sheet in place of a dialog, for the worker app. */
  asSheet?: boolean
  onClose: () => void
}

const titles = { on: 'Activar verificación en dos pasos', off: 'Desactivar verificación en dos pasos' }

/** Keeps the recovery codes on the screen until the user confirms that they are saved. */
function useCodes(onClose: () => void) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const [isRenewing, setIsRenewing] = useState(false)
  const refresh = useRefresh('two_factor')
  const begin = (issued: string[]) => {
    setCodes(issued)
    void refresh()
  }
  const close = () => (codes !== null && !isSaved ? setIsWarned(true) : onClose())
  const renew = () => setIsRenewing(true)
  return { codes, isSaved, isWarned, begin, confirmSaved: setIsSaved, close, refresh, isRenewing, renew }
}

/**
 * Turns two-factor sign-in on or off, or replaces the recovery codes, in a sheet or a dialog. It keeps its last step until it unmounts, so give each
 * opening a new `key`.
 */
export function TwoFactorDialog({ action, opened, asSheet = false, onClose }: TwoFactorDialogProps) {
  const { codes, begin, confirmSaved, close, refresh, isRenewing, renew, ...confirmation } = useCodes(onClose)
  const size = asSheet ? 'lg' : 'md'
  const done = (text: string) => {
    void refresh()
    toast.success(text)
    onClose()
  }
  const step =
    codes !== null ? (
      <RecoveryCodes
        {...confirmation}
        codes={codes}
        size={size}
        onSavedChange={confirmSaved}
        onDone={() =>
          done(isRenewing ? 'Tus códigos nuevos ya sirven.' : 'Verificación en dos pasos activada.')
        }
      />
    ) : action === 'on' ? (
      <TwoFactorSetUp size={size} onCodes={begin} />
    ) : isRenewing ? (
      <RenewCodes size={size} asksCode={asSheet} onCodes={begin} />
    ) : (
      <>
        <CodesLeft onRenew={renew} />
        <TwoFactorOff size={size} onDone={() => done('Verificación en dos pasos desactivada.')} />
      </>
    )
  const opening = isRenewing ? 'Crear códigos nuevos' : titles[action]
  const title = codes === null ? opening : 'Guarda tus códigos de recuperación'
  if (asSheet)
    return (
      <BottomSheet opened={opened} title={title} onClose={close}>
        {step}
      </BottomSheet>
    )
  return (
    <LateModal
      opened={opened}
      onClose={close}
      title={title}
      size={480}
      padding="lg"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Cerrar ventana' }}
    >
      {step}
    </LateModal>
  )
}
