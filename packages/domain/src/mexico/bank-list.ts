/**
 * Participants of SPEI: code and name. Source: Banxico's list for the CEP, 2022 with revisions to March 2026, taken
 * from cuenca-mx/clabe-python (MIT). The last three digits of a code are the ABM code, the first three digits of a
 * CLABE.
 */
export const PARTICIPANTS = `
2001 Banxico
40002 Banamex
37006 Bancomext
37009 Banobras
40012 BBVA Mexico
40014 Santander
37019 Banjercito
40021 HSBC
40030 Bajio
40036 Inbursa
40042 Mifel
40044 Scotiabank
40058 Banregio
40059 Invex
40060 Bansi
40062 Afirme
40072 Banorte
40106 Bank Of America
40108 Mufg
40110 JP Morgan
40112 Bmonex
40113 Ve Por Mas
40124 Citi Mexico
40127 Azteca
40128 Autofin
40129 Barclays
40130 Compartamos
40132 Multiva Banco
40133 Actinver
37135 Nafin
40136 Intercam Banco
40137 Bancoppel
40138 Uala
40140 Consubanco
40141 Volkswagen
40143 CIBanco
40145 BBase
40147 Bankaool
40148 Pagatodo
40150 Inmobiliario
40151 Donde
40152 Bancrea
40154 Banco Covalto
40155 Icbc
40156 Sabadell
40157 Shinhan
40158 Mizuho Bank
40159 Bank Of China
40160 Banco S3
37166 BaBien
40167 Hey Banco
37168 Hipotecaria Fed
90600 Monexcb
90601 Gbm
90602 Masari
90605 Value
90616 Finamex
90617 Valmex
90620 Profuturo
90630 CB Intercam
90631 CI Bolsa
90634 Fincomun
90638 NU MEXICO
90646 STP
90652 Credicapital
90653 Kuspit
90656 Unagra
90659 Asp Integra Opc
90661 KLAR
90670 Libertad
90677 Caja Pop Mexica
90680 Cristobal Colon
90683 Caja Telefonist
90684 Transfer
90685 Fondo (Fira)
90688 Crediclub
90689 Fomped
90699 Fondeadora
90703 Tesored
90706 Arcus Fi
90710 NVIO
90714 PPBALANCEMX
90715 Cashi Cuenta
90720 MexPago
90721 Albo
90722 Mercado Pago W
90723 Cuenca
90725 COOPDESARROLLO
90727 Transfer directo
90728 Spin by OXXO
90729 Dep y Pag Dig
90730 Swap
90732 Peibo
90734 Finco Pay
90738 Fintoc
90901 Cls
90902 Indeval
90903 CoDi Valida
`

/** Banks that are gone, by ABM code: their CLABEs still appear (center-key/clabe-validator, MIT). */
export const FORMER_BANKS = `
022 GE MONEY
032 IXE
037 INTERACCIONES
102 ACCENDO BANCO
103 AMERICAN EXPRESS
116 ING
126 CREDIT SUISSE
131 FAMSA
134 WAL-MART
139 UBS BANK
604 C.B. INBURSA
606 ESTRUCTURADORES
607 TIBER
608 VECTOR
610 B&B
611 INTERCAM
613 MULTIVA
614 ACCIVAL
615 MERRILL LYNCH
618 ÚNICA
619 ASEGURADORA MAPFRE
621 CB ACTINBER
622 ACTINVE SI
623 SKANDIA
624 CONSULTORÍA
626 CBDEUTSCHE
627 ZURICH
628 ZURICHVI
629 HIPOTECARIA SU CASITA
632 BULLTICK C.B.
633 STERLING
636 HDI SEGUROS
637 ORDER
640 CB JPMORGAN
642 REFORMA
647 TELECOMM
648 EVERCORE
649 SKANDIA
651 SEGMTY
655 SOFIEXPRESS
674 AXA
679 FND
686 INVERCAP
812 BBVA BANCOMER2
814 SANTANDER2
821 HSBC2
904 POLIPAY
`
