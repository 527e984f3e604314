import { wordSet } from './header-words.ts';

/**
 * Words for amounts that change the amount to pay. If such a column exists, it is unclear whether the amount is before
 * or after it.
 */
const CHANGES_AMOUNT = [
  'adjustment|adjustments|tax|taxes|vat|gst|hst|withholding|withheld|deduction|deductions|discount|paid|outstanding|open|balance|remaining|applied|less|retention|residual|garnishment|garnishments',
  'skontoabzug|skontobetrag|mwstbetrag|steuerbetrag|rabattbetrag|mwst|ust|umsatzsteuer|mehrwertsteuer|steuer|abzug|abzüge|skonto|rabatt|offen|offener|offene|saldo|restbetrag|einbehalt|bezahlt',
  'tva|taxe|taxes|impôt|retenue|retenues|remise|escompte|solde|restant|payé|réglé',
  'iva|impuesto|impuestos|retención|retenciones|descuento|deducciones|saldo|pendiente|pagado|irpf',
  'imposto|impostos|retenção|desconto|descontos|deduções|pendente|pago|irrf|inss',
  'avoinna|avoin|vero|verot|alv|ennakonpidätys|základ daně|dph|zbývá|uhrazeno|kdv|stopaj|vergi|kesinti|kesintiler|kalan|bakiye|áfa|hátralék|sold|rest|ндс|удержано|остаток|налог|loonheffing|inhoudingen|skatteavdrag|skattetrekk|prel skatt|preliminär skatt|trekk',
  'betalingskorting|utestående|udestående|restbeløp|restbeløb|restbelopp|rit acconto|ritenuta|ritenute|trattenute|sconto|imposta|residuo|pagato|irpef|inps|btw|korting|openstaand|betaald|ingehouden|moms|rabatt|skatt|podatek',
];

/** Words for amounts next to the amount to pay that do not change it. */
const BESIDE_AMOUNT = [
  // English
  'gross|unit|price|subtotal|sub total|original|orig|local|base|basis|basic|functional|reporting|home|company code|group|equivalent|equiv|eq|ytd',
  'fee|fees|charge|charges|commission|cost|costs|hours|hour|hourly|hrs|rate|rates|qty|quantity|units|previous|prior|last|ptd|mtd|budget',
  'limit|minimum|maximum|min|max|exchange|fx|pension|insurance|bonus|overtime|allowance|allowances|advance|days|percent|percentage|average',
  'threshold|account amount|billing amount|billing currency|billed|earnings|rental|award|awarded|to date|disbursed|nonreimbursable|non reimbursable|refunds|chargebacks|collected|company card|company paid|earned|annual|yearly|contract|estimate|estimated|expected|planned|credit limit|salary base|order|claimed|deposit|held|cumulative|count|words',
  // German
  'brutto|bruttobetrag|bruttolohn|bruttogehalt|einzelpreis|preis|stückpreis|zwischensumme|original|ursprünglich|hauswährung|basis|basiswährung',
  'hw|lw|gebühr|gebühren|spesen|provision|kosten|stunden|stundenlohn|stundensatz|satz|menge|anzahl|vormonat|vorjahr|kumuliert|kurs|wechselkurs',
  'grundgehalt|grundlohn|zulage|zulagen|gegenwert|tage|steuerbrutto|gesamtbrutto|sozialversicherung',
  // French
  'brut|brute|prix|unitaire|pu|sous total|soustotal|origine|local|base|frais|commission|coût|heures|heure|taux|quantité|qté|cumul|précédent',
  'cotisations|cotisation|charges|prime|primes|indemnités|contrevaleur|jours|plafond|ht|salaire base',
  // Spanish, Portuguese
  'bruto|precio|unitario|original|local|base|comisión|comisiones|gastos|coste|horas|hora|tasa|tipo cambio|cantidad|acumulado|anterior',
  'devengado|devengos|contravalor|días|preço|unitário|comissão|tarifa|tarifas|custo|taxa|câmbio|quantidade|acumulado|proventos|vencimentos|dias|fgts',
  // Italian, Dutch, Scandinavian, Polish, Czech
  'lordo|lorda|prezzo|unitario|originale|locale|imponibile|commissione|commissioni|spese|costo|ore|tasso|aliquota|quantità|precedente|cambio',
  'grekening|controvalore|bruttoløn|bruttolønn|bruttolön|a skat|am bidrag|competenze|bruto|brutoloon|stukprijs|subtotaal|kosten|uren|tarief|aantal|vorige|koers|delsumma|pris|timer|timmar|lön|antal',
  'gaji pokok|potongan|pajak|tc|tipo cambio|bruttopalkka|brüt|brüt ücret|sgk|bruttó|bér|salariu brut|оклад|начислено|zaliczka|składki|zus|potrącenia|bruttolön|vakantiegeld|reserveringen|hrubá mzda',
  'kwota brutto|vat|cena|ilość|kurs|hrubá|mzda|cena|množství',
];

/** The same for scripts without spaces, anywhere in a header. */
const WITHIN = [
  '総支給|総額|支給合計|基本給|控除|源泉|消費税|税額|税込|税抜|手数料|単価|小計|残高|前回|前月|累計|時間|数量|時給|手当|交通費|社会保険|レート|換算',
  '单价|單價|小计|小計|税额|稅額|手续费|手續費|余额|餘額|应发|應發|扣除|数量|數量|汇率|匯率|本币|原币|累计|공제|세금|수수료|단가|소계|잔액|수량|환율|지급총액',
];

export const CHANGING_WORDS = wordSet(CHANGES_AMOUNT);
export const OTHER_AMOUNT_WORDS = wordSet(BESIDE_AMOUNT);
export const OTHER_AMOUNT_PARTS = [...wordSet(WITHIN)];
