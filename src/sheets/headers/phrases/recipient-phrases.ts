import type { Entry } from './phrase.ts';

/** Headers in other languages and systems that mean the recipient. Words for the recipient may surround them. */
export const RECIPIENT_PHRASES: Readonly<Record<string, Entry>> = {
  referenceId: {
    plain: [
      'matr|address number|pnr|employee reference|worker reference|staff reference|personnel reference|payroll reference|bp code|bp number|bp id|business partner code|matricule employé|社員no|従業員no|取引先no|仕入先no|支払先no|number ewid|number ewidencyjny|numer ewidencyjny|törzsszám|dolgozó törzsszám|client user id|external user id|payee user id|external recipient id|recipient external id|external payee id|external vendor id|vendor external id|recipient reference id|payee reference id|entity number|henkilönumero|personel no|personel kodu|kod dostawcy|numer kontrahenta',
      'employment id|individual id|individual identification number|partner id|partner number|partner code|recipient id|vendor id|vendor number|vendor code|supplier id|supplier number|supplier code|payee id|payee code|payee number',
      'employee id|employee number|employee code|beneficiary id|beneficiary code|beneficiary number|contractor id|contractor number|creditor number|creditor id',
      'worker id|staff number|staff id|file number|payroll number|payroll id|personnel number|associate id|counterparty id|receiver id|contact id|artist id',
      'works number|payee identifier|business partner|business partner number|account code vendor|person number|badge number|seller id|affiliate id',
      'kreditorkonto|lieferantenkonto|levnummer|lev nummer|leverandørkonto|kreditorennummer|kreditornummer|kreditor|lieferantennummer|lieferantennr|lieferanten nr|personalnummer|personalnr|personal nr|mitarbeiternummer',
      'mitarbeiternr|empfängernummer|kreditor nr|kreditoren nr|pers nr|mitarbeiter nr|kreditorenkonto|geschäftspartner|geschäftspartnernummer',
      'compte auxiliaire|cpte auxiliaire|code auxiliaire|auxiliaire|matricule|matricule salarié|code fournisseur|numéro fournisseur|code tiers|compte tiers|identifiant bénéficiaire|numéro salarié|id fournisseur',
      'código proveedor|código de proveedor|número de proveedor|número de empleado|código empleado|código trabajador|clave empleado|id proveedor|legajo',
      'código fornecedor|código do fornecedor|matrícula|número funcionário|código funcionário|código do funcionário|número de funcionário|registro',
      'codice fornitore|matricola|codice dipendente|numero dipendente|leveranciersnummer|crediteurnummer|personeelsnummer|medewerkernummer|mdw nummer|crediteurcode',
      'leverantörsnummer|anställningsnummer|medarbejdernummer|leverandørnummer|ansattnummer|numer pracownika|kod kontrahenta|numer dostawcy',
      'osobní číslo|sicil no|sicil numarası|tedarikçi kodu|табельный номер|код поставщика|табельний номер',
      '员工工号|社員番号|従業員番号|職員番号|社員コード|従業員コード|取引先コード|仕入先コード|支払先コード|顧客コード|顧客コード1|员工编号|員工編號|工号|供应商编号|供应商代码|사원번호|사번|거래처코드',
    ],
  },
  type: {
    plain: [
      'type|profile type|payee category|individual or business|business or individual|personal or business',
      'contractor type|supplier type|recipient type|payee type|receiver type|entity type|beneficiary type|payee entity type|legal type|vendor type|type of recipient|person type|recipient entity type',
      'empfängertyp|rechtsform|type de bénéficiaire|tipo de beneficiario|tipo de persona|tipo de pessoa|tipo pessoa|tipo persona|tipo beneficiario',
    ],
  },
  firstName: {
    plain: [
      'first name|given name|forename|first|givenname|legal first name|preferred first name|christian name|vorname|rufname|prénom|prénoms|primer nombre',
      'nombres|primeiro nome|voornaam|förnamn|fornavn|etunimi|imię|jméno|keresztnév|prenume|имя|名|ім’я|이름',
    ],
  },
  lastName: {
    plain: [
      'nom d usage|apellido 1|last name|surname|family name|last|familyname|legal last name|nachname|familienname|zuname|nom de famille|nom usuel|apellido|apellidos|primer apellido',
      'sobrenome|apelido|último nome|cognome|achternaam|efternamn|etternavn|efternavn|sukunimi|nazwisko|příjmení|vezetéknév|soyadı|soyad|фамилия|姓|прізвище',
    ],
    weak: ['nom de naissance|birth name|geburtsname|name at birth'],
  },
  name: {
    plain: [
      'person|persona|alpha name|nombre fiscal|nome fiscal|denominación social|denominação social|nama|tên|bp name|target name|co last name|company last name|publisher name|remit name|name 1 of payee|ünvanı|unvanı|yritys|yrityksen nimi|jméno|nimi 1|наименование организации|организация|お名前|法人名称|氏名漢字|姓名中文|회사|업체|지급처',
      'individual name|customer vendor|vendor customer|customer supplier|partner|partner name|remit to|remit to name|pay to|pay to name|payable to|entidad|name|full name|company|company name|business name|organization|organization name|legal name|display name|trading name|entity name|name 1|legal entity name',
      'business partner name|company or last name|vendor name|supplier name|payee name|recipient name|employee name|name company',
      'firma|firmenname|firmenbezeichnung|unternehmen|bezeichnung|namen|nom|nom complet|raison sociale|nom ou raison sociale|société|entreprise|nom entreprise|dénomination',
      'nombre|nombre completo|razón social|empresa|nombre empresa|nombre o razón social|denominación|nome|nome completo|razão social|nome empresa|denominação',
      'ragione sociale|nominativo|denominazione|azienda|società|nome cognome|cognome nome|apellidos nombre|nombre apellidos|nom prénom|name vorname|naam|bedrijfsnaam|bedrijf',
      'namn|företag|företagsnamn|navn|firmanavn|nimi|nazwa|nazwa firmy|název|jméno příjmení|imię nazwisko|nazwisko imię|név|nume|denumire|adı soyadı|ad soyad|adı|ad|ünvan|unvan|firma adı',
      'наименование|фио|название|найменування|піб|报销人|氏名|名前|名称|会社名|法人名|社名|企業名|姓名|公司名称|公司名稱|单位名称|户名公司|성명|회사명|상호|업체명|사원명|الاسم|שם',
    ],
    // At a company, the contact person; without a company name, the recipient.
    weak: [
      'nome fantasia|nombre comercial|trade name|dba|doing business as|nom commercial|kontaktname|kontakt|contact name|contact person|contact',
    ],
  },
  email: {
    plain: [
      'business email|company email|email geschäftlich|email privat|geschäftliche email|private email|dienstliche email|email pro|email professionnel|email personnel|email perso|remittance advice email|remittance delivery email|email|email address|remittance email|notification email|contact email|work email|payee email|personal email|email id|e mail adresse|mailadresse|emailadresse|email adresse',
      'mail|adresse mail|adresse email|adresse électronique|courriel|correo electrónico|dirección correo|endereço email|email corporativo|indirizzo email|posta elettronica|emailadres',
      'epost|epostadress|epostadresse|sähköposti|adres email|emailová adresa|e posta|eposta|электронная почта|эл почта|email адрес|メール|メールアドレス|电子邮箱|电子邮件|邮箱|이메일|이메일주소|電子郵件',
    ],
  },
  dob: {
    plain: [
      'syntymäaika|syntymäpäivä|born',
      'date of birth|birth date|birth|dob|birthday|geburtsdatum|geb datum|geburtstag|date de naissance|naissance|fecha de nacimiento|fecha nacimiento|data de nascimento',
      'nascimento|data di nascita|geboortedatum|födelsedatum|fødselsdato|data urodzenia|datum narození|doğum tarihi|дата рождения|生年月日|出生日期|생년월일',
    ],
  },
  governmentId: {
    plain: [
      'nric fin|ppsn|pps number|ahv number|ahv nummer|tfn|tax file number|utr|sin number|fiscal code|tax code id|número contribuinte|número de contribuinte|samordningsnummer|personnummer samordningsnummer|person samordningsnummer|adóazonosító jel|사업자번호|주민번호|henkilötunnus|hetu|y tunnus|ytunnus|ič|tckn|tc no|vkn|vergi kimlik no|adószám|adóazonosító|cod fiscal|kennitala|npwp|pan number|gstin|uen|nric|aadhaar|統一編號|統編|纳税人识别号|统一社会信用代码|inn',
      'ni number|nino|national insurance number|ein|fein|abn|p iva|government id|government id number|national id|tax id|tax number|tin|tax id number|national id number|ssn|social security number|tax identification number|vat id|vat number',
      'cod fisc|contribuinte|cpr|cpr nummer|cpr nr|steuernummer|steuer id|steueridentifikationsnummer|ust id|ustid|ust idnr|sozialversicherungsnummer|siret|siren|numéro tva|numéro sécurité sociale|nif|cif|nif cif|cif nif|dni|dni nie|nif nie|nif dni|dni nif|rfc|curp|cuit|cuil|rut|ruc|nit',
      'numéro ss|numéro de sécu|inscrição|número de inscrição|cpf cnpj favorecido|nip kontrahenta|nip odbiorcy|nip dostawcy|cpf|cnpj|cpf cnpj|cnpj cpf|codice fiscale|partita iva|cf piva|bsn|kvk|personnummer|nip|pesel|ičo|dič|cui|cnp|vergi no|vergi numarası|tc kimlik no|инн|ідентифікаційний код|マイナンバー|身份证号|주민등록번호|사업자등록번호',
    ],
  },
  language: { plain: ['language|sprache|korrespondenzsprache|langue|idioma|lingua|taal|språk|sprog|言語|语言'] },
  street1: {
    plain: [
      'street|address|address 1|address line 1|street address|street 1|line 1|addressline1|street name|home address|residential address|billing address|billing street|street house number|po address line 1',
      'ulica i numer|straße und nr|rua e número|calle y número|via e numero|rue et numéro|lähiosoite|postiosoite|adres siedziby|sídlo|lakcím|cím|strada|адрес регистрации|jalan|alamat|道路|番地|gateadresse|vejnavn',
      'postal address|mailing street address|remit to address|street 1 address|strasse|straße|anschrift|adresse|straße hausnummer|straße nr|strasse hausnummer|adresse 1|adresszeile 1|rue|adresse ligne 1|voie',
      'dirección|calle|domicilio|dirección 1|direccion fiscal|endereço|logradouro|rua|morada|indirizzo|via|indirizzo 1|straat|adres|straat huisnummer|adress|gatuadress|gata|gade|vej|gate|osoite|katuosoite|ulica|ulice|utca|stradă|adresă|sokak|улица|адрес|адреса|住所|住所1|地址|街道|주소',
    ],
  },
  street2: {
    plain: [
      'street 2|address 2|address line 2|line 2|addressline2|apartment|apt suite|suite|unit number|address suite|po address line 2|adresszusatz|zusatz|adresse 2|complément|complément adresse|dirección 2|complemento|piso|indirizzo 2|huisnummer toevoeging|住所2|建物名|상세주소',
    ],
  },
  city: {
    plain: [
      'postitoimipaikka|paikkakunta|miejsce|helység|település|município|bydel|kota|市区|ilçe|semt|місто|населенный пункт|place',
      'city|town|city town|suburb|locality|po city|billing city|home city|ort|stadt|wohnort|ville|commune|localité|ciudad|población|localidad|municipio|cidade|município|localidade|città|comune|località|plaats|woonplaats|stad|postort|ort|by|poststed|kaupunki|miasto|miejscowość|město|obec|város|oraș|localitate|şehir|il|город|місто|市区町村|市町村|城市|市|도시',
    ],
  },
  postalCode: {
    plain: [
      'postinumero|kodeposte|kode pos|poskod|eircode|pincode|pin code|postal index|почтовый код',
      'postal code|zip|zip code|postcode|post code|postal|zip postal code|postal zip code|po postal code|billing zip|zipcode|plz|postleitzahl|code postal|cp|código postal|c p|cep|cap|codice avviamento|codice postale|postkod|postnummer|postnr|postnumero|kod pocztowy|psč|irányítószám|cod poștal|posta kodu|индекс|почтовый индекс|поштовий індекс|郵便番号|邮编|邮政编码|郵遞區號|우편번호',
    ],
  },
  region: {
    plain: [
      'region|state|province|state province|county|state region|po region|billing state|state code|bundesland|kanton|région|département|provincia|estado|comunidad|uf|distrito|regione|prov|provincie|län|fylke|województwo|megye|județ|область|都道府県|省|省份|시도|prefecture|state abbreviation',
    ],
  },
  country: {
    plain: [
      'maakoodi|kraj|kraje|země kód|kód země|ország kód|negara|country iso 2|country 2|nation|страна регистрации',
      'country|country code|recipient country|country name|country of residence|residence country|iso country|country iso code|po country|billing country|home country|address country|destination country',
      'land|länderkennzeichen|ländercode|lkz|länderkürzel|wohnsitzland|pays|code pays|pays de résidence|país|código país|código de país|país de residencia|código do país|paese|nazione|codice paese|stato|landcode|landkod|landekode|maa|kod kraju|země|stát|ország|țara|țară|ülke|ülke kodu|страна|код страны|країна|国|国名|国コード|国家|國家|国家代码|국가|국가코드',
    ],
  },
  phone: {
    plain: [
      'puhelinnumero|gsm|numer telefonu|telefonní číslo|telefonszám|număr telefon|номер телефона|мобильный|mobile phone number|nomor telepon|phone mobile',
      'phone|phone number|telephone|telephone number|mobile|mobile number|mobile phone|cell|cell phone|contact number|home phone|telefon|telefonnummer|handy|mobil|mobilnummer|téléphone|numéro de téléphone|portable|teléfono|móvil|celular|telefone|telemóvel|telefono|cellulare|telefoonnummer|telefoon|mobiel|puhelin|telefon komórkowy|cep telefonu|телефон|電話番号|電話|电话|手机|手机号|전화번호|휴대폰',
    ],
  },
  mailingStreet1: { plain: ['mailing street|mailing address|mailing address 1|mailing address line 1'] },
  mailingStreet2: { plain: ['mailing address 2|mailing address line 2'] },
  mailingCity: { plain: ['mailing city'] },
  mailingPostal: { plain: ['mailing postal code|mailing zip|mailing zip code'] },
  mailingRegion: { plain: ['mailing state|mailing province'] },
  mailingCountry: { plain: ['mailing country'] },
};
