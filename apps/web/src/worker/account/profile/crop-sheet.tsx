import 'react-easy-crop/react-easy-crop.css'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import classes from './crop-sheet.module.css'
import { type Area, squarePicture } from './square-picture.ts'

interface CropSheetProps {
  file: File
  onSave: (picture: Blob) => Promise<unknown>
  onClose: () => void
}

function useAddress(file: File) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Crops a photo to a square: one finger moves it, two fingers zoom. */
export function CropSheet({ file, onSave, onClose }: CropSheetProps) {
  const address = useAddress(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [isBusy, setIsBusy] = useState(false)
  const area = useRef<Area | null>(null)
  const save = async () => {
    if (isBusy || area.current === null) return
    setIsBusy(true)
    try {
      await onSave(await squarePicture(file, area.current))
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <BottomSheet opened title="Tu foto" onClose={() => !isBusy && onClose()}>
      <div className={stack.stack}>
        <div className={classes.frame}>
          {address !== undefined && (
            <Cropper
              image={address}
              aspect={1}
              cropShape="round"
              showGrid={false}
              crop={crop}
              zoom={zoom}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => {
                area.current = pixels
              }}
              disableAutomaticStylesInjection
              mediaProps={{ alt: 'La foto que elegiste' }}
              cropperProps={{ role: 'group', 'aria-label': 'Mueve la foto con las flechas' }}
            />
          )}
        </div>
        <p className={stack.note}>Muévela con un dedo y acércala con dos.</p>
        <Button size="lg" fullWidth loading={isBusy} onClick={() => void save()}>
          Guardar foto
        </Button>
      </div>
    </BottomSheet>
  )
}
