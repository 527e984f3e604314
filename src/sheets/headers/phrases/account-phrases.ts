import type { Entry } from './phrase.ts';

/** Headers in other languages and systems that mean the account. Words for the recipient may surround them. */
export const ACCOUNT_PHRASES: Readonly<Record<string, Entry>> = {
  accountHolderName: {
    plain: [
      '名義人カナ|名義カナ|vendor check name|check name|name on check|nama pemilik rekening|nama rekening|ชื่อบัญชี|tên tài khoản|tilinomistaja|tilin omistaja|számlatulajdonos|titular cont|titularul contului|vlastník účtu|имя владельца счета|владелец|hesap adı|口座名|口座名義人カナ|受取人口座名|开户名|开户姓名|收款户名|户名|持卡人|通帳名義|계좌명|예금주명|kontoinhaber name',
      'title of account|abweichender kontoinhaber|abw kontoinhaber|account holder|account holder name|account name|name on account|name of account holder|bank account name|account owner|account title|bank account holder',
      'account holders name|bank account title|name of account|kontoinhaber|kontobezeichnung|kontoname|titulaire|titulaire du compte|titulaire compte|intitulé du compte|nom du titulaire',
      'titular|titular de la cuenta|titular cuenta|nombre del titular|titular da conta|titular conta|nome do titular|intestatario|intestatario conto|intestatario del conto|intestazione',
      't n v|tnv|rekeninghouder|tenaamstelling|kontohavare|kontoinnehavare|kontohaver|kontoeier|hesap sahibi|właściciel rachunku|posiadacz rachunku|majitel účtu|владелец счета',
      '口座名義|口座名義人|名義|名義人|口座名義カナ|受取人名|受取人名カナ|受取人|お受取人名|户名|戶名|账户名称|賬戶名稱|예금주|예금주명|계좌주',
    ],
  },
  payoutMethod: {
    plain: [
      'transfer mode|mode of transfer|mode of payment|maksutapa|forma úhrady|způsob platby|způsob úhrady|fizetési mód|metodă plată|ödeme şekli|ödeme yöntemi|форма оплаты|способ выплаты|支払区分|打款方式|지급방식|betalingsmåte|betalingsmetode|utbetalningssätt|forma płatności|disbursement method|settlement method',
      'withdrawal method|payout option|payout method|method|payment method|payout type|payment type|pay method|method of payment|payment mode|pay mode|transfer type|transfer method|payment rail|payment channel|zahlungsart|zahlweg|zahlungsweg|zahlmethode|mode de paiement|mode de règlement|moyen de paiement|forma de pago|método de pago|forma de pagamento|método de pagamento|modalità di pagamento|metodo di pagamento|betaalmethode|betaalwijze|betalningssätt|metoda płatności|способ оплаты|支払方法|付款方式|지급방법',
    ],
  },
  accountCountry: {
    plain: [
      'pankin maa|země banky|kraj banku|страна банка',
      'account country|bank country|bank country code|country of bank|bank account country|bankland|land der bank|pays de la banque|pays banque|país del banco|país banco|país do banco|paese banca|銀行国|banks country',
    ],
  },
  accountCurrency: {
    plain: [
      'account currency|bank account currency|currency of account|kontowährung|devise du compte|moneda de la cuenta|divisa cuenta|moeda da conta|valuta conto|口座通貨',
    ],
  },
  accountNum: {
    plain: [
      'tili|pankkitili|tilinro|bankkonto nr|bankkontonr|zielkontonummer|numero de compte bancaire|nr konta|konto bankowe|nr rachunku|nr rachunku bankowego|číslo bankovního účtu|bankovní spojení|bankszámla|nr cont|număr cont|banka hesap no|номер карты|номер банковского счета|лицевой счет|振込先口座番号|银行卡|卡号|银行账户|收款账户|지급계좌|입금계좌번호|norekening|no rekening|bank acc|bank account details',
      'account|account number|bank account|bank account number|account id|bank account no|account code bank|clabe|cbu|clabe interbancaria|nuban|bank acct number|accountnumber|deposit account number|direct deposit account',
      'account number iban|rib|rib fournisseur|clabe account number|dfi account number|account number clabe|cuenta clabe|zielkonto|gegenkonto|tegenrekening|empfängerkonto|to account|konto|kontonummer|kontonr|konto nr|bankkonto|bankkontonummer|bankverbindung|compte|numéro de compte|numéro compte|compte bancaire|numéro de compte bancaire',
      'cuenta|número de cuenta|cuenta bancaria|número cuenta|número de cuenta bancaria|cta|cuenta corriente|cuenta cargo abono|ccc|conta|número da conta|conta corrente|conta bancária|número conta|conta e dígito|conta com dígito',
      'conto|conto corrente|numero conto|numero di conto|cc|coordinate bancarie|rekening|rekeningnummer|bankrekening|bankrekeningnummer|kontonummer bank|tilinumero|rachunek|numer rachunku|numer konta|rachunek bankowy|nrb|číslo účtu|účet|bankovní účet|bankszámlaszám|számlaszám|cont|cont bancar',
      'hesap|hesap no|hesap numarası|счет|номер счета|расчетный счет|р с|р счет|рахунок|номер рахунку|口座番号|銀行口座番号|口座|账号|帳號|银行账号|銀行帳號|银行卡号|账户|계좌번호|계좌|은행계좌|은행계좌번호|رقم الحساب|מספר חשבון|เลขที่บัญชี|số tài khoản|nomor rekening',
    ],
  },
  iban: {
    plain: [
      'iban qr iban|qr iban|iban|iban number|iban code|account iban|iban account|bank iban|iban account number|iban nr|compte iban|cuenta iban|iban cuenta|iban conto|conto iban|iban rekening|rekening iban|iban konto|konto iban|iban compte|numéro iban|número iban|numer iban|codice iban|código iban|iban no|iban numarası|номер iban|iban счет|iban kontonummer',
    ],
  },
  swiftBic: {
    plain: [
      'pankin bic|bic tunnus|swift kód|bic swift kod|cod swift|cod bic|bic swift code bank|swift id|swift number',
      'bic|swift|swift code|bic code|bic swift|swift bic|swift bic code|bic swift code|bank bic|bank swift|swift address|bank identifier code|bank identification code|bank swift code|bank swift bic|swiftcode|code bic|code swift|código swift|código bic|codice bic|codice swift|kod swift|kod bic|swift kodu|bic bank|bank code swift|bic bank code|swiftコード|bicコード|swift代码|swift코드|код swift|bic banque',
    ],
  },
  branchId: {
    plain: [
      'transit routing|transit routing number|reg|reg number|registreringsnummer|registreringsnr|ifsccode|ifc code|bank ifsc|bank ifsc code|ifs code|bank sortcode|aba routing transit number|routing number aba|fed wire|fedwire|bsb sort code|branch sort code|cod sucursal|支店no|şube|지점번호',
      'transit aba|account bsb|account sort code|account routing number|account routing|receiving dfi|dfi id|receiving dfi id|receiving dfi identification|rdfi|dfi routing number|ag crédito|agência crédito|branch|branch code|routing number|routing|aba|aba number|aba routing number|sort code|sortcode|bsb|bsb code|bsb number|transit number|ifsc|ifsc code|branch number|branch id|branch transit number|aba routing|aba code|routing code|bank routing number|bank sort code|ach routing number|routing transit number|wire routing number|bank branch code|bank branch number|bank branch|routing aba|fedwire routing number|rtn|transit|bank transit number',
      'agência|agencia|código da agência|número da agência|código agência|código de sucursal|sucursal|oficina|guichet|code guichet|cab|filialnummer|支店コード|支店番号|銀行支店コード|店番|支店|被仕向支店番号|被仕向支店コード|振込先支店コード|支行代码|分行代碼|지점코드|şube kodu|clearingnummer|clearing',
    ],
  },
  bankId: {
    plain: [
      'banco|bank|banque|banca|银行联行号|开户行行号|bankkode|bank nr|banknr|kod banka|中央銀行番号|bank clearing code|clearing code',
      'banco favorecido|banco do favorecido|banco crédito|banco destino|行联行号|行行号|bank code|bank number|institution number|institution|bank id|institution code|financial institution number|fi number|bank identifier|bankleitzahl|blz|bankschlüssel|banknummer|bankcode|code banque|code établissement|código del banco|código de banco|código banco|código do banco|banco código|número do banco|compe|abi|codice banca|codice abi|bankkod|kod banku|kód banky|код банка|мфо|бик|銀行コード|銀行番号|金融機関コード|金融機関番号|被仕向銀行番号|被仕向銀行コード|振込先銀行コード|联行号|银行代码|銀行代碼|은행코드|banka kodu',
    ],
  },
  bankAddress: {
    plain: [
      'bank address|address of bank|bank street|bank address line 1|adresse der bank|bankadresse|adresse de la banque|dirección del banco|endereço do banco|indirizzo banca|bankadres',
    ],
  },
  bankCity: {
    plain: [
      'bank city|city of bank|bankort|ort der bank|ville de la banque|ciudad del banco|cidade do banco|città banca',
    ],
  },
  bankRegion: { plain: ['bank state|bank province|bank region'] },
  paypalEmail: {
    strong: [
      'payout email paypal|email paypal|paypal payout email|email de paypal|correo paypal|paypal|paypal account|paypal address|paypal email|paypal email address|paypal id|paypal konto|compte paypal|cuenta paypal',
    ],
  },
};
