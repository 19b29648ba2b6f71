document.title = 'Malote';
