package malote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"malote.example/malote/generated"
)

const megabyte = 1024 * 1024

// The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: out_of_range.
const (
	base64Bytes = 3 * megabyte
	formBytes   = 4 * megabyte
)

// File is a PDF of up to 10 MB: a Path, or Bytes.
type File struct {
	Path  string
	Bytes []byte
	// Name defaults to the base name of Path, or document.pdf.
	Name string
	// Variables are the values for the markers in the PDF, as they will be printed. An empty map that is not nil requests
	// a check that the PDF has no markers.
	Variables map[string]string
	// OnProgress receives the bytes sent so far and the total. It starts again at 0 when an attempt fails. Files up to
	// 4 MB are reported once, at the end.
	OnProgress func(sent, total int)
}

// read fills in Bytes and Name.
func (f File) read() (File, error) {
	if (f.Path == "") == (f.Bytes == nil) {
		return f, errors.New("malote: set either the file's Path or its Bytes")
	}
	if f.Name == "" {
		f.Name = "document.pdf"
		if f.Path != "" {
			f.Name = filepath.Base(f.Path)
		}
	}
	if f.Path == "" {
		return f, nil
	}
	var err error
	f.Bytes, err = os.ReadFile(f.Path)
	return f, err
}

// suitsForm: a form cannot express `variables: {}`.
func (f File) suitsForm() bool {
	size := len(f.Bytes)
	return size > base64Bytes && size <= formBytes && (f.Variables == nil || len(f.Variables) > 0)
}

// sent reports the progress of a file that was sent in one request.
func (f File) sent() {
	if f.OnProgress != nil && len(f.Bytes) <= formBytes {
		f.OnProgress(len(f.Bytes), len(f.Bytes))
	}
}

// call is one that takes a document, such as Letters.Create.
type call[I, O any] func(ctx context.Context, input I, options ...Option) (*O, error)

func sendLetter[O any](
	ctx context.Context, c *Client, path string, file File, letter LetterInput, options []Option, create call[LetterInput, O],
) (*O, error) {
	if letter.Document != (DocumentInput{}) {
		return nil, errDocument
	}
	return send(ctx, c, file, options, func(read File, document *DocumentInput, options ...Option) (*O, error) {
		if document == nil {
			return sendForm[O](ctx, c, path, read, letter, keyOf(options))
		}
		letter.Document = *document
		return create(ctx, letter, options...)
	}, true)
}

func sendVerification[O any](
	ctx context.Context, c *Client, file File, verification VerificationInput, options []Option,
	create call[VerificationInput, O],
) (*O, error) {
	if verification.Document != nil || verification.Letter != nil {
		return nil, errDocument
	}
	return send(ctx, c, file, options, func(_ File, document *DocumentInput, options ...Option) (*O, error) {
		verification.Document = document
		return create(ctx, verification, options...)
	}, false)
}

// send makes a call with the file's document; with nil, the call must send the file as a form.
func send[O any](
	ctx context.Context, c *Client, file File, options []Option,
	call func(file File, document *DocumentInput, options ...Option) (*O, error), forms bool,
) (*O, error) {
	file, err := file.read()
	if err != nil {
		return nil, err
	}
	key := cmp.Or(keyOf(options), rand.Text())
	var answer *O
	switch {
	case len(file.Bytes) <= base64Bytes:
		answer, err = call(file, file.base64(), IdempotencyKey(key))
	case forms && file.suitsForm():
		answer, err = call(file, nil, IdempotencyKey(key))
	default:
		return sendUpload(ctx, c, file, key, call)
	}
	if err != nil {
		return nil, err
	}
	file.sent()
	return answer, nil
}

// sendUpload uploads the file, then makes the call with the upload. Repeated under the same key, both answer as before;
// but the link of an upload expires earlier than the key. So the call itself tells whether the file had arrived, and if
// it had not, the next upload takes its place. The keys of the uploads follow from the caller's.
func sendUpload[O any](
	ctx context.Context, c *Client, file File, key string,
	call func(file File, document *DocumentInput, options ...Option) (*O, error),
) (*O, error) {
	for earlier := 0; ; earlier++ {
		id, replayed, err := c.upload(ctx, file, key, earlier)
		if err != nil {
			return nil, err
		}
		document := DocumentInput{UploadDocumentInput: &UploadDocumentInput{
			Type: "upload", UploadId: id, Variables: variablesOf(file.Variables),
		}}
		answer, err := call(file, &document, IdempotencyKey(key))
		if !replayed || !needsAnotherUpload(err) {
			return answer, err
		}
	}
}

// needsAnotherUpload: the upload never got its file; or the caller's key belongs to a call with a later upload.
func needsAnotherUpload(err error) bool {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return false
	}
	useless := []string{"upload_file_missing", "upload_expired", "upload_file_changed"}
	return refusal.Code == "idempotency_key_reused" || slices.ContainsFunc(refusal.Details, func(each ErrorDetail) bool {
		return slices.Contains(useless, each.Code)
	})
}

func (f File) base64() *DocumentInput {
	data := base64.StdEncoding.EncodeToString(f.Bytes)
	variables := variablesOf(f.Variables)
	return &DocumentInput{Base64DocumentInput: &Base64DocumentInput{Type: "base64", Data: data, Variables: variables}}
}

func variablesOf(given map[string]string) map[string]generated.VariablesInputValue {
	if given == nil {
		return nil
	}
	variables := make(map[string]generated.VariablesInputValue, len(given))
	for name, value := range given {
		variables[name] = generated.VariablesInputValue{String: &value}
	}
	return variables
}

// upload uploads a file for the call with a key, which may have several. It returns the id of the upload, and whether an
// earlier call with the same key made it.
func (c *Client) upload(ctx context.Context, file File, key string, number int) (string, bool, error) {
	ctx = context.WithValue(ctx, prepared{}, key)
	// A key belongs to one request, so each upload gets its own.
	text := key
	if number > 0 {
		text = fmt.Sprintf("%s %d", key, number)
	}
	digest := sha256.Sum256([]byte(text))
	order := UploadInput{Filename: file.Name, Size: int32(len(file.Bytes))}
	making := c.api.UploadsAPI.UploadsCreate(ctx).UploadInput(order).IdempotencyKey(hex.EncodeToString(digest[:]))
	upload, response, err := making.Execute()
	if upload, err = answered(upload, response, err); err != nil {
		return "", false, err
	}
	replayed := response.Header.Get("Idempotent-Replayed") == "true"
	return upload.Id, replayed, c.put(ctx, upload.UploadUrl, file, replayed, http.Header{"Content-Type": {"application/pdf"}})
}

// put sends a file to its link. A link that has its file, or may have it, is no error: S3 answers 409 or 412 to a second
// file where only one is allowed, and 403 to a link that has expired. The first file came with an earlier call, or with an
// attempt whose response was lost.
func (c *Client) put(ctx context.Context, url string, file File, replayed bool, header http.Header) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	request.Header = header.Clone()
	request.ContentLength = int64(len(file.Bytes))
	_, err = c.patience.attempt(request, func() io.Reader { return &progressReader{file: file} })
	var refusal *Refusal
	if errors.As(err, &refusal) && (refusal.Status == http.StatusConflict || refusal.Status == http.StatusPreconditionFailed ||
		refusal.Status == http.StatusForbidden && (replayed || refusal.Attempts > 1)) {
		return nil
	}
	return err
}

type progressReader struct {
	file File
	sent int
}

func (r *progressReader) Read(into []byte) (int, error) {
	if r.sent == len(r.file.Bytes) {
		return 0, io.EOF
	}
	read := copy(into, r.file.Bytes[r.sent:])
	r.sent += read
	if read > 0 && r.file.OnProgress != nil {
		r.file.OnProgress(r.sent, len(r.file.Bytes))
	}
	return read, nil
}

// sendForm makes a call with a form, the one kind of request that the generated part cannot send.
func sendForm[O any](
	ctx context.Context, c *Client, path string, file File, letter LetterInput, key string,
) (*O, error) {
	body, contentType, err := formOf(file, letter)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.baseURL+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Idempotency-Key", key)
	response, err := c.http.Do(request)
	if _, err = answered(response, response, err); err != nil {
		return nil, err
	}
	answer := new(O)
	return answer, json.NewDecoder(response.Body).Decode(answer)
}

var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A")

func formOf(file File, letter LetterInput) (io.Reader, string, error) {
	fields, err := letter.ToMap()
	if err != nil {
		return nil, "", err
	}
	delete(fields, "document")
	if len(file.Variables) > 0 {
		fields["variables"] = file.Variables
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, "", err
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := addParts(form, "", plain); err != nil {
		return nil, "", err
	}
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename="%s"`, quoted.Replace(file.Name))},
		"Content-Type":        {"application/pdf"},
	})
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(file.Bytes); err != nil {
		return nil, "", err
	}
	return &body, form.FormDataContentType(), form.Close()
}

// addParts writes objects with brackets and repeats the name for lists. Null is omitted, which means the same.
func addParts(form *multipart.Writer, name string, value any) error {
	switch value := value.(type) {
	case nil:
		return nil
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			inner := key
			if name != "" {
				inner = name + "[" + key + "]"
			}
			if err := addParts(form, inner, value[key]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		for _, item := range value {
			if err := addParts(form, name+"[]", item); err != nil {
				return err
			}
		}
		return nil
	default:
		return form.WriteField(name, fmt.Sprint(value))
	}
}
