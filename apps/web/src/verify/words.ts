import type { IssuedFile } from '@quincena/domain/issued-files/schema'
import type { Tone } from '../components/status-badge.tsx'
import type { FileProblem } from './file-hash.ts'

export const problemTexts: Record<FileProblem, string> = {
  type: 'Ese archivo no es un PDF. Elige el PDF tal como lo descargaste.',
  size: 'Ese archivo pesa más de 20 MB, más que cualquier documento nuestro. Elige el PDF original.',
  many: 'Se revisa un archivo a la vez. Elige o suelta uno solo.',
  unreadable: 'Tu navegador no pudo leer el archivo. Cópialo a este dispositivo y elígelo otra vez.',
}

export const kindNames: Record<IssuedFile['kind'], string> = {
  signed_contract: 'Contrato firmado',
  unsigned_contract: 'Contrato como se mostró, sin firma',
  no_debt_letter: 'Constancia de no adeudo',
  interest_certificate: 'Constancia de intereses pagados',
}

interface StateWords {
  tone: Tone
  label: string
  text: string
}

export const stateWords: Record<IssuedFile['state'], StateWords> = {
  valid: {
    tone: 'accepted',
    label: 'Vigente',
    text: 'Es el documento que emitimos y no ha cambiado desde que se selló.',
  },
  not_sealed: {
    tone: 'pending',
    label: 'Sin firma ni sello',
    text: 'Es el contrato que mostramos para leerlo. Si ya se firmó, el archivo firmado y sellado es otro: se descarga en la aplicación unos minutos después de la firma.',
  },
  replaced: {
    tone: 'pending',
    label: 'Sustituido',
    text: 'Emitimos este archivo y no ha cambiado, pero otro más reciente ocupa su lugar.',
  },
  void: {
    tone: 'rejected',
    label: 'Sin efecto',
    text: 'Emitimos este archivo y no ha cambiado, pero dejó de ser válido.',
  },
}

type ConstanciaState = NonNullable<IssuedFile['constancia']>['state']

export const constanciaStates: Record<ConstanciaState, string> = {
  valid: 'Válida: su firma llega a una autoridad de confianza',
  unchecked:
    'Cadena no comprobada: corresponde a este archivo, pero no se comprobó quién acredita a quien la firma',
  stand_in: 'De prueba: la autoridad de la demostración, que nadie acredita',
  not_valid: 'No se pudo comprobar: no la tomes como prueba',
}
